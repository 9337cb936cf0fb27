import { open, readdir, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { inputMissing, inputNoFile } from '../errors/input.js';
import type { Reporter } from '../report/reporter.js';
import type { ContractDescription } from '../tables/contract.js';
import { readTableFile, readTableHeader, type TableFile } from '../tables/file.js';
import { lazyTableSet, type TableSet } from '../tables/table-set.js';
import { runErrors } from './errors.js';

const ARROW_MAGIC = 'ARROW1';

async function isArrowFile(path: string): Promise<boolean> {
  const file = await open(path, 'r');
  try {
    const head = new Uint8Array(ARROW_MAGIC.length);
    await file.read(head, 0, head.length, 0);
    return new TextDecoder().decode(head) === ARROW_MAGIC;
  } finally {
    await file.close();
  }
}

/** The folder that has the first contract's table, or the folders in it that do. */
async function tableFolders(folder: string, contract: string): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true });
  if (entries.some((entry) => entry.name === `${contract}.arrow`)) return [folder];
  const found: string[] = [];
  for (const entry of entries.sort((a, b) => (a.name < b.name ? -1 : 1))) {
    const path = join(folder, entry.name, `${contract}.arrow`);
    if (entry.isDirectory() && (await stat(path).catch(() => undefined)) !== undefined) {
      found.push(join(folder, entry.name));
    }
  }
  return found;
}

/** The files of a folder at any depth, in order of their names. */
export async function filesBelow(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();
}

/** Whether a path holds tables rather than a capture: an Arrow file, or a folder of such tables. */
export async function holdsTables(path: string, contract: string): Promise<boolean> {
  const known = await stat(path).catch(() => undefined);
  if (known?.isFile()) return isArrowFile(path);
  return known?.isDirectory() === true && (await tableFolders(path, contract)).length > 0;
}

/** The files that {@link findTableSets} would read tables from; none where a path holds something else. */
export async function tableFiles(
  path: string,
  contracts: readonly ContractDescription[],
): Promise<string[]> {
  const known = await stat(path).catch(() => undefined);
  if (known === undefined || !(await holdsTables(path, contracts[0].name))) return [];
  const folders = known.isFile() ? [dirname(path)] : await tableFolders(path, contracts[0].name);
  const siblings = folders.flatMap((folder) =>
    contracts.map(({ name }) => join(folder, `${name}.arrow`)),
  );
  const found: string[] = known.isFile() ? [path] : [];
  for (const file of siblings) {
    if ((await stat(file).catch(() => undefined)) !== undefined) found.push(file);
  }
  return found;
}

/**
 * Reads what a path holds as tables: an Arrow file, a folder with the first of `contracts`, or a
 * folder of such folders; with the tables of the same run beside them.
 *
 * @returns undefined when the path holds something else.
 * @throws RlInsightError when it does not exist, or a table cannot be read.
 */
export async function findTableSets(
  path: string,
  contracts: readonly ContractDescription[],
  report: Reporter,
): Promise<TableSet[] | undefined> {
  const known = await stat(path).catch(() => undefined);
  if (known === undefined) throw inputMissing(path);
  if (known.isFile()) {
    return (await isArrowFile(path)) ? [await openSet(path, contracts, report)] : undefined;
  }
  if (!known.isDirectory()) throw inputNoFile(path);
  const folders = await tableFolders(path, contracts[0].name);
  if (folders.length === 0) return undefined;
  return Promise.all(
    folders.map((folder) => openSet(join(folder, `${contracts[0].name}.arrow`), contracts, report)),
  );
}

/** The table of a file and those of its run beside it. */
async function openSet(
  path: string,
  contracts: readonly ContractDescription[],
  report: Reporter,
): Promise<TableSet> {
  const first = await readTableFile(path, contracts);
  const folder = dirname(path);
  const files = new Map([[first.header.contract, path]]);
  for (const { name } of contracts) {
    const sibling = join(folder, `${name}.arrow`);
    if (files.has(name) || (await stat(sibling).catch(() => undefined)) === undefined) continue;
    const { contract, runId } = await readTableHeader(sibling, contracts);
    if (runId === first.header.runId) files.set(contract, sibling);
    else report.notice(runErrors.otherRun(sibling));
  }
  const load = async (contract: string): Promise<TableFile['table']> => {
    if (contract === first.header.contract) return first.table;
    return (await readTableFile(files.get(contract) as string, contracts)).table;
  };
  return lazyTableSet(basename(folder), [...files.keys()], load);
}
