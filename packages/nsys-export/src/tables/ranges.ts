import { type BatchBuilder, type BatchOptions, collect, inBatches } from '../batches.js';
import { integerOrNull, numberOf, textOrNull } from '../cells.js';
import type { Cell, ReadOnlyDatabase, Row } from '../database/database.js';
import { Table } from '../database/table.js';
import { type PlainRow, PlainTable } from '../pages/plain-table.js';
import { CELL } from '../pages/record.js';
import { Enumeration, EVENT_TYPES } from './enumeration.js';
import { type Identities, nvtxText } from './identities.js';

export const RANGE_TABLE = 'NVTX_EVENTS';
const REQUIRED = ['start', 'eventType'];
/** Columns as they are read out of pages: integers, and last a text. */
const COLUMNS = [
  ...['start', 'end', 'eventType', 'globalTid', 'endGlobalTid', 'domainId', 'textId', 'text'],
];
const SLOT = { start: 0, end: 1, type: 2, thread: 3, endThread: 4, domain: 5, textId: 6, text: 7 };

/** A batch has its names in lists of its own, and so the rest. */
export type RangeOptions = Omit<BatchOptions, 'lendBatches'>;

/** Values of the column `kind`: nested on a thread, or free to overlap and to end on another. */
export const RANGE_KIND = { pushPop: 0, startEnd: 1 } as const;

/** Columns of some NVTX ranges, in the order of the table; each has memory of its own. */
export interface RangeBatch {
  readonly count: number;
  readonly startNs: BigInt64Array;
  /** Where `isOpen` is 1, no time. */
  readonly endNs: BigInt64Array;
  /** 1 where the range was open when the recording ended. */
  readonly isOpen: Uint8Array;
  /** One of {@link RANGE_KIND}. */
  readonly kind: Uint8Array;
  readonly names: readonly string[];
  /** Null for the default domain, and for one that the export does not name. */
  readonly domains: readonly (string | null)[];
  /** Place in `threads`; −1 where the row has none. */
  readonly thread: Int32Array;
  /** Place in `threads` of the one that ended it; for most ranges the same. */
  readonly endThread: Int32Array;
}

class RangeBuilder implements BatchBuilder<RangeBatch> {
  readonly #source: RangeSource;
  readonly #startNs: BigInt64Array;
  readonly #endNs: BigInt64Array;
  readonly #isOpen: Uint8Array;
  readonly #kind: Uint8Array;
  readonly #thread: Int32Array;
  readonly #endThread: Int32Array;
  readonly #names: string[] = [];
  readonly #domains: (string | null)[] = [];

  constructor(source: RangeSource, capacity: number) {
    this.#source = source;
    this.#startNs = new BigInt64Array(capacity);
    this.#endNs = new BigInt64Array(capacity);
    this.#isOpen = new Uint8Array(capacity);
    this.#kind = new Uint8Array(capacity);
    this.#thread = new Int32Array(capacity);
    this.#endThread = new Int32Array(capacity);
  }

  /** The same out of a page; each column but the text has an integer or nothing. */
  addPlain({ cells, file }: PlainRow, place: number): void {
    const length = cells.textBytes[SLOT.text];
    const at = cells.textAt[SLOT.text];
    const hasText = cells.kind[SLOT.text] === CELL.text && length > 0;
    const row: Row = {
      start: cells.cell(SLOT.start),
      end: cells.cell(SLOT.end),
      eventType: cells.cell(SLOT.type),
      globalTid: cells.cell(SLOT.thread),
      endGlobalTid: cells.cell(SLOT.endThread),
      domainId: cells.cell(SLOT.domain),
      name: hasText
        ? file.bytes.toString('utf8', at, at + length)
        : this.#source.registered(cells.cell(SLOT.textId)),
    };
    this.add(row, place);
  }

  add(row: Row, place: number): void {
    const { identities } = this.#source;
    const start = integerOrNull(row.start) ?? 0n;
    const end = integerOrNull(row.end);
    const thread = identities.threadPlace(row.globalTid);
    this.#startNs[place] = start;
    // Where old versions have no NULL there is a 0.
    if (end === null || end < start) this.#isOpen[place] = 1;
    else this.#endNs[place] = end;
    this.#kind[place] = this.#source.kindOf(row);
    this.#thread[place] = thread;
    const isElsewhere = row.endGlobalTid !== null && row.endGlobalTid !== 0;
    this.#endThread[place] = isElsewhere ? identities.threadPlace(row.endGlobalTid) : thread;
    this.#names.push(textOrNull(row.name) ?? '');
    this.#domains.push(this.#source.domainOf(row, thread));
  }

  build(count: number): RangeBatch {
    return {
      count,
      startNs: this.#startNs.slice(0, count),
      endNs: this.#endNs.slice(0, count),
      isOpen: this.#isOpen.slice(0, count),
      kind: this.#kind.slice(0, count),
      names: this.#names,
      domains: this.#domains,
      thread: this.#thread.slice(0, count),
      endThread: this.#endThread.slice(0, count),
    };
  }
}

class RangeSource {
  readonly identities: Identities;
  readonly #database: ReadOnlyDatabase;
  readonly #registered = new Map<Cell, string | null>();
  readonly #startEnd: ReadonlySet<number>;
  readonly #domains: ReadonlyMap<string, string>;

  constructor(
    database: ReadOnlyDatabase,
    identities: Identities,
    startEnd: ReadonlySet<number>,
    domains: ReadonlyMap<string, string>,
  ) {
    this.#database = database;
    this.identities = identities;
    this.#startEnd = startEnd;
    this.#domains = domains;
  }

  /** A text of StringIds. */
  registered(id: Cell): string | null {
    if (id === null || this.#database.columns('StringIds').size === 0) return null;
    let text = this.#registered.get(id);
    if (text === undefined) {
      const row = this.#database.row('SELECT value FROM StringIds WHERE id = ?', [id]);
      text = textOrNull(row?.value);
      this.#registered.set(id, text);
    }
    return text;
  }

  kindOf({ eventType }: Row): number {
    return this.#startEnd.has(numberOf(eventType)) ? RANGE_KIND.startEnd : RANGE_KIND.pushPop;
  }

  domainOf({ domainId }: Row, thread: number): string | null {
    if (domainId === null || domainId === 0) return null;
    return this.#domains.get(domainKey(this.identities, thread, domainId)) ?? null;
  }
}

/** Domains are numbered by each process anew. */
function domainKey(identities: Identities, thread: number, domainId: Cell | undefined): string {
  return `${identities.threads[thread]?.process ?? -1}/${domainId}`;
}

function readDomains(
  database: ReadOnlyDatabase,
  table: Table,
  identities: Identities,
  types: Enumeration,
): Map<string, string> {
  const domains = new Map<string, string>();
  const ids = types.idsOf(/^NvtxDomainCreate$/).join(', ');
  const columns = [table.columns('globalTid', 'domainId'), `${nvtxText(database, table)} AS name`];
  const sql = `SELECT ${columns.join(', ')} FROM ${RANGE_TABLE} WHERE eventType IN (${ids})`;
  for (const row of database.rows(sql)) {
    const name = textOrNull(row.name);
    const thread = identities.threadPlace(row.globalTid);
    if (name !== null) domains.set(domainKey(identities, thread, row.domainId), name);
  }
  return domains;
}

/** See `NsysExport.ranges`. */
export function* readRanges(
  database: ReadOnlyDatabase,
  identities: Identities,
  options: RangeOptions,
): Generator<RangeBatch, void> {
  const table = Table.find(database, RANGE_TABLE, REQUIRED);
  if (table === undefined) return;
  const types = Enumeration.read(database, 'ENUM_NSYS_EVENT_TYPE', EVENT_TYPES);
  const startEnd = types.idsOf(/^NvtxStartEndRange$/);
  const wanted = [...types.idsOf(/^NvtxPushPopRange$/), ...startEnd];
  const domains = readDomains(database, table, identities, types);
  const source = new RangeSource(database, identities, new Set(startEnd), domains);
  const columns = [
    table.columns('start', 'end', 'eventType', 'globalTid', 'endGlobalTid', 'domainId'),
    `${nvtxText(database, table)} AS name`,
  ].join(', ');
  const plain = PlainTable.find(database, RANGE_TABLE, COLUMNS);
  if (plain !== undefined) {
    const sql = `SELECT ${columns} FROM ${RANGE_TABLE} WHERE rowid = ?`;
    const rowOf = (rowId: number) => database.rowOfId(sql, rowId);
    yield* readPlainRanges(plain, rowOf, source, new Set(wanted), options);
    return;
  }
  const rows = database.rows(
    `SELECT ${columns} FROM ${RANGE_TABLE} WHERE eventType IN (${wanted.join(', ')})`,
  );
  const makeBuilder = (capacity: number) => new RangeBuilder(source, capacity);
  yield* inBatches(rows, makeBuilder, options);
}

/** Reads ranges out of the pages. What is not just as exporters write it, SQLite reads. */
function* readPlainRanges(
  plain: PlainTable,
  rowOf: (rowId: number) => Row,
  source: RangeSource,
  wanted: ReadonlySet<number>,
  options: RangeOptions,
): Generator<RangeBatch, void> {
  const add = (builder: RangeBuilder, row: PlainRow, place: number) => {
    const { cells, isPlain, rowId } = row;
    if (isPlain && cells.kind[SLOT.text] !== CELL.blob && cells.areIntegers(SLOT.text)) {
      if (!wanted.has(cells.number(SLOT.type))) return false;
      builder.addPlain(row, place);
      return true;
    }
    const own = rowOf(rowId);
    if (!wanted.has(numberOf(own.eventType))) return false;
    builder.add(own, place);
    return true;
  };
  const makeBuilder = (capacity: number) => new RangeBuilder(source, capacity);
  yield* collect(plain.rows(), makeBuilder, add, options);
}
