import { readFile, writeFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { type Schema, type Table, tableFromIPC } from 'apache-arrow';
import { adoptTable } from './adopt.js';
import { type ContractDescription, parseContractVersion } from './contract.js';
import { withOneDictionary } from './dictionaries.js';
import { tableErrors } from './errors.js';
import { readSchema } from './footer.js';
import { headerFromMetadata, headerToMetadata, METADATA, type TableHeader } from './metadata.js';
import { filePieces } from './piece-writer.js';

/** A table, of whichever copy of Arrow, with its header as the bytes of an Arrow IPC file. */
export function encodeTable(table: Table, header: TableHeader): Uint8Array {
  return joined(pieces(table, header));
}

/** {@link encodeTable} in pieces, most of which are the table's own memory: nothing is copied. */
export async function encodeTablePieces(table: Table, header: TableHeader): Promise<Uint8Array[]> {
  return pieces(table, header);
}

/** In memory of its own, since it may move to another thread. */
function joined(pieces: readonly Uint8Array[]): Uint8Array {
  const bytes = new Uint8Array(pieces.reduce((sum, { byteLength }) => sum + byteLength, 0));
  let end = 0;
  for (const piece of pieces) {
    bytes.set(piece, end);
    end += piece.byteLength;
  }
  return bytes;
}

function pieces(table: Table, header: TableHeader): Uint8Array[] {
  const metadata = new Map([...table.schema.metadata, ...headerToMetadata(header)]);
  return filePieces(withOneDictionary(adoptTable(table), metadata));
}

/** Writes an Arrow IPC file. Each text column has one complete dictionary before the first batch. */
export async function writeTableFile(
  path: string,
  table: Table,
  header: TableHeader,
): Promise<void> {
  await writeFile(path, encodeTable(table, header));
}

export interface TableFile {
  readonly table: Table;
  readonly header: TableHeader;
}

/**
 * Reads an Arrow IPC file whose contract is one of `contracts`. A file that carries no contract is
 * taken for the one that its name says. Columns that the contract does not know stay in the table.
 *
 * @throws RlInsightError when it is no Arrow file, of no known contract, or of a newer major version.
 */
export async function readTableFile(
  path: string,
  contracts: readonly ContractDescription[],
): Promise<TableFile> {
  return decodeTable(await readFile(path), path, contracts);
}

/**
 * The header of a table that {@link readTableFile} would read, from the file's end alone.
 *
 * @throws RlInsightError as that.
 */
export async function readTableHeader(
  path: string,
  contracts: readonly ContractDescription[],
): Promise<TableHeader> {
  const schema = await readSchema(path);
  return schema === undefined
    ? (await readTableFile(path, contracts)).header
    : checkedHeader(schema, path, contracts);
}

/** {@link readTableFile} for bytes that are in memory; `path` is what messages call them. */
export function decodeTable(
  bytes: Uint8Array,
  path: string,
  contracts: readonly ContractDescription[],
): TableFile {
  let table: Table;
  try {
    // The library reads a cut file as far as it goes, and nothing as a table without columns.
    if (!isWholeFile(bytes)) throw new Error('it does not begin and end with ARROW1');
    table = tableFromIPC(bytes);
  } catch (error) {
    throw tableErrors.notArrow(path, error);
  }
  return { table, header: checkedHeader(table.schema, path, contracts) };
}

/** The header of a schema, if its contract is known and not newer than what is read here. */
function checkedHeader(
  schema: Schema,
  path: string,
  contracts: readonly ContractDescription[],
): TableHeader {
  const named = basename(path).replace(/\.arrow$/, '');
  const header = headerFromMetadata(schema.metadata) ?? {
    contract: named,
    version: '1',
    producer: '',
    runId: '',
    ...optionalGroups(schema),
  };
  const contract = contracts.find(({ name }) => name === header.contract);
  if (contract === undefined) {
    throw tableErrors.noContract(
      path,
      contracts.map(({ name }) => name),
    );
  }
  const found = parseContractVersion(header.version);
  const known = parseContractVersion(contract.version);
  if (found === undefined || known === undefined) {
    throw tableErrors.badVersion(path, header.contract, header.version);
  }
  if (found.major > known.major) {
    throw tableErrors.newerContract(path, header.contract, header.version, contract.version);
  }
  return header;
}

const MAGIC = new TextEncoder().encode('ARROW1');

function isWholeFile(bytes: Uint8Array): boolean {
  const tail = bytes.length - MAGIC.length;
  return MAGIC.every((byte, i) => bytes[i] === byte && bytes[tail + i] === byte);
}

function optionalGroups({ metadata }: Schema): { groups?: string } {
  const groups = metadata.get(METADATA.groups);
  return groups === undefined ? {} : { groups };
}
