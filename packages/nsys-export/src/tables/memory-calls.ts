import { type BatchBuilder, type BatchOptions, collect, inBatches } from '../batches.js';
import { integerOrNull, numberOf } from '../cells.js';
import type { ReadOnlyDatabase, Row } from '../database/database.js';
import { Table } from '../database/table.js';
import { type PlainRow, PlainTable } from '../pages/plain-table.js';
import { CELL, type RecordCells } from '../pages/record.js';
import type { MemoryFunction } from './call-names.js';
import type { Identities } from './identities.js';

/** Newer versions write calls of the driver among those of the runtime. */
export const CALL_TABLES = ['CUPTI_ACTIVITY_KIND_RUNTIME', 'CUPTI_ACTIVITY_KIND_DRIVER'] as const;
const REQUIRED = ['start', 'nameId'];
/** Columns as they are read out of pages: integers all. */
const COLUMNS = [
  ...['start', 'end', 'globalTid', 'correlationId', 'returnValue', 'nameId', 'callchainId'],
];
const SLOT = { start: 0, end: 1, thread: 2, correlation: 3, returnValue: 4, name: 5, chain: 6 };

/** Columns of some calls of CUDA; each has memory of its own. */
export interface MemoryCallBatch {
  readonly count: number;
  readonly startNs: BigInt64Array;
  readonly endNs: BigInt64Array;
  /** Place in `threads`; −1 where the row has none. */
  readonly thread: Int32Array;
  /** Number of the call within its process; NaN where there is none. */
  readonly correlationId: Float64Array;
  /** 0 is success, 2 is out of memory; NaN where it is not told. */
  readonly returnValue: Float64Array;
  /** What was called: key in `functions`. */
  readonly nameId: Float64Array;
  /** Key in `callStacks()`; NaN where the call was recorded without. */
  readonly callchainId: Float64Array;
}

class MemoryCallBuilder implements BatchBuilder<MemoryCallBatch> {
  readonly #identities: Identities;
  readonly #columns: Omit<MemoryCallBatch, 'count'>;
  /** The columns of times, as halves of 32 bits. */
  readonly #startHalves: Int32Array;
  readonly #endHalves: Int32Array;

  constructor(identities: Identities, capacity: number) {
    this.#identities = identities;
    this.#columns = {
      startNs: new BigInt64Array(capacity),
      endNs: new BigInt64Array(capacity),
      thread: new Int32Array(capacity),
      correlationId: new Float64Array(capacity),
      returnValue: new Float64Array(capacity),
      nameId: new Float64Array(capacity),
      callchainId: new Float64Array(capacity),
    };
    this.#startHalves = new Int32Array(this.#columns.startNs.buffer);
    this.#endHalves = new Int32Array(this.#columns.endNs.buffer);
  }

  add(row: Row, place: number): void {
    const columns = this.#columns;
    const start = integerOrNull(row.start) ?? 0n;
    columns.startNs[place] = start;
    columns.endNs[place] = integerOrNull(row.end) ?? start;
    columns.thread[place] = this.#identities.threadPlace(row.globalTid);
    columns.correlationId[place] = numberOf(row.correlationId);
    columns.returnValue[place] = numberOf(row.returnValue);
    columns.nameId[place] = numberOf(row.nameId);
    columns.callchainId[place] = numberOf(row.callchainId);
  }

  /** The same out of a page; each column has an integer or nothing. */
  addCells(cells: RecordCells, place: number): void {
    const columns = this.#columns;
    const hasStart = cells.kind[SLOT.start] !== CELL.none;
    const end = cells.kind[SLOT.end] === CELL.none ? SLOT.start : SLOT.end;
    this.#startHalves[2 * place] = hasStart ? cells.low[SLOT.start] : 0;
    this.#startHalves[2 * place + 1] = hasStart ? cells.high[SLOT.start] : 0;
    this.#endHalves[2 * place] = cells.low[end];
    this.#endHalves[2 * place + 1] = cells.high[end];
    columns.thread[place] = this.#identities.threadPlace(cells.cell(SLOT.thread));
    columns.correlationId[place] = cells.number(SLOT.correlation);
    columns.returnValue[place] = cells.number(SLOT.returnValue);
    columns.nameId[place] = cells.number(SLOT.name);
    columns.callchainId[place] = cells.number(SLOT.chain);
  }

  build(count: number): MemoryCallBatch {
    const columns = this.#columns;
    if (count === columns.thread.length) return { count, ...columns };
    const cut = Object.entries(columns).map(([name, column]) => [name, column.slice(0, count)]);
    return { count, ...(Object.fromEntries(cut) as typeof columns) };
  }
}

/** See `NsysExport.memoryCalls`. */
export function* readMemoryCalls(
  database: ReadOnlyDatabase,
  identities: Identities,
  functions: ReadonlyMap<number, MemoryFunction>,
  options: BatchOptions,
): Generator<MemoryCallBatch, void> {
  for (const name of CALL_TABLES) {
    const table = Table.find(database, name, REQUIRED);
    if (table === undefined || functions.size === 0) continue;
    const columns = [
      table.columns('start', 'end', 'globalTid'),
      table.reals('correlationId', 'returnValue', 'nameId', 'callchainId'),
    ].join(', ');
    const plain = PlainTable.find(database, name, COLUMNS);
    if (plain !== undefined) {
      const sql = `SELECT ${columns} FROM ${name} WHERE rowid = ?`;
      const rowOf = (rowId: number) => database.rowOfId(sql, rowId);
      yield* readPlainCalls(plain, rowOf, identities, functions, options);
      continue;
    }
    const rows = database.rows(
      `SELECT ${columns} FROM ${name} WHERE nameId IN (${[...functions.keys()].join(', ')})`,
    );
    yield* inBatches(rows, (capacity) => new MemoryCallBuilder(identities, capacity), options);
  }
}

/** Reads calls out of the pages. What is not just as exporters write it, SQLite reads. */
function* readPlainCalls(
  plain: PlainTable,
  rowOf: (rowId: number) => Row,
  identities: Identities,
  functions: ReadonlyMap<number, MemoryFunction>,
  options: BatchOptions,
): Generator<MemoryCallBatch, void> {
  const add = (builder: MemoryCallBuilder, plainRow: PlainRow, place: number) => {
    const { cells, isPlain, rowId } = plainRow;
    if (isPlain && cells.areIntegers(COLUMNS.length)) {
      if (!functions.has(cells.number(SLOT.name))) return false;
      builder.addCells(cells, place);
      return true;
    }
    const row = rowOf(rowId);
    if (!functions.has(numberOf(row.nameId))) return false;
    builder.add(row, place);
    return true;
  };
  const makeBuilder = (capacity: number) => new MemoryCallBuilder(identities, capacity);
  yield* collect(plain.rows(), makeBuilder, add, options);
}
