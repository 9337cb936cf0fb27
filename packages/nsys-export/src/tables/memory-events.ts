import { type BatchBuilder, type BatchOptions, collect, inBatches } from '../batches.js';
import { integerOrNull, numberOf, textOrNull } from '../cells.js';
import type { Cell, ReadOnlyDatabase, Row } from '../database/database.js';
import { Table } from '../database/table.js';
import { NsysExportError } from '../errors.js';
import { Interner } from '../interner.js';
import { type PlainRow, PlainTable } from '../pages/plain-table.js';
import { CELL, type RecordCells } from '../pages/record.js';
import { Enumeration, MEMORY_KINDS, MEMORY_OPERATIONS } from './enumeration.js';
import type { Identities } from './identities.js';
import { inTimeOrder, plainInTimeOrder, timeOrder } from './order.js';

export const MEMORY_TABLE = 'CUDA_GPU_MEMORY_USAGE_EVENTS';
const REQUIRED = ['start', 'globalPid', 'address', 'bytes', 'memoryOperationType'];

/** Columns as they are read out of pages: integers, and last a text. */
const COLUMNS = [
  ...['start', 'globalPid', 'deviceId', 'contextId', 'address', 'bytes', 'memKind'],
  ...['memoryOperationType', 'correlationId', 'streamId', 'localMemoryPoolAddress'],
  ...['localMemoryPoolSize', 'localMemoryPoolUtilizedSize', 'name'],
];
const SLOT = {
  ...{ start: 0, process: 1, device: 2, context: 3, address: 4, bytes: 5, kind: 6, operation: 7 },
  ...{ correlation: 8, stream: 9, pool: 10, poolBytes: 11, poolUsedBytes: 12, name: 13 },
} as const;

/** Values of the column `operation`; `other` is a number that the export does not explain. */
export const MEMORY_OPERATION = { other: 0, allocation: 1, release: 2 } as const;

/** Columns of some rows of CUDA_GPU_MEMORY_USAGE_EVENTS; each has memory of its own. */
export interface MemoryEventBatch {
  readonly count: number;
  /** In the time of the export; see `clock`. */
  readonly startNs: BigInt64Array;
  /** Place in `processes`; −1 where the row has none. */
  readonly process: Int32Array;
  /** CUDA's number of the device in that process; NaN where the column is missing. */
  readonly deviceId: Float64Array;
  /** NaN where the column is missing. */
  readonly contextId: Float64Array;
  /** The lower and upper 32 bits of the address. */
  readonly addressLow: Uint32Array;
  readonly addressHigh: Uint32Array;
  readonly bytes: Float64Array;
  /** Place in `memoryKinds`; −1 where the column is missing. */
  readonly kind: Int32Array;
  /** One of {@link MEMORY_OPERATION}. */
  readonly operation: Uint8Array;
  /** Number of the call within its process; NaN where there is none. */
  readonly correlationId: Float64Array;
  /** NaN where there is none, or the version does not have it. */
  readonly streamId: Float64Array;
  /** Place in `pools`; −1 for what is in no stream-ordered pool. */
  readonly pool: Int32Array;
  /** What the pool holds of the device after the event; NaN where it is not told. */
  readonly poolBytes: Float64Array;
  /** What the pool has handed out after the event; NaN where it is not told. */
  readonly poolUsedBytes: Float64Array;
  /** Place in `variables` (static ones); −1 where it has no name. */
  readonly variable: Int32Array;
}

export interface MemoryEventOptions extends BatchOptions {
  /**
   * Ends with the error `unordered` where the rows do not lie in the order of their times, instead of
   * looking for that first: in most exports they do, and looking takes as long as reading.
   */
  readonly expectOrder?: boolean;
}

/** What the codes in batches of memory events stand for; grows while batches are read. */
export class MemoryEventNames {
  readonly kinds = new Interner<string>();
  readonly pools = new Interner<bigint>();
  readonly variables = new Interner<string>();
}

class MemoryEventBuilder implements BatchBuilder<MemoryEventBatch> {
  readonly #decoder: MemoryEventDecoder;
  readonly #columns: Omit<MemoryEventBatch, 'count'>;
  /** The column of times, as halves of 32 bits. */
  readonly #startHalves: Int32Array;

  constructor(decoder: MemoryEventDecoder, capacity: number) {
    this.#decoder = decoder;
    this.#columns = {
      startNs: new BigInt64Array(capacity),
      process: new Int32Array(capacity),
      deviceId: new Float64Array(capacity),
      contextId: new Float64Array(capacity),
      addressLow: new Uint32Array(capacity),
      addressHigh: new Uint32Array(capacity),
      bytes: new Float64Array(capacity),
      kind: new Int32Array(capacity),
      operation: new Uint8Array(capacity),
      correlationId: new Float64Array(capacity),
      streamId: new Float64Array(capacity),
      pool: new Int32Array(capacity),
      poolBytes: new Float64Array(capacity),
      poolUsedBytes: new Float64Array(capacity),
      variable: new Int32Array(capacity),
    };
    this.#startHalves = new Int32Array(this.#columns.startNs.buffer);
  }

  add(row: Row, place: number): void {
    const columns = this.#columns;
    const decoder = this.#decoder;
    columns.startNs[place] = BigInt(row.start as number | bigint);
    columns.process[place] = decoder.identities.processPlace(row.globalPid);
    columns.deviceId[place] = numberOf(row.deviceId);
    columns.contextId[place] = numberOf(row.contextId);
    columns.addressLow[place] = row.addressLow as number;
    columns.addressHigh[place] = row.addressHigh as number;
    columns.bytes[place] = numberOf(row.bytes);
    columns.kind[place] = decoder.kindOf(numberOf(row.memKind));
    columns.operation[place] = decoder.operationOf(numberOf(row.memoryOperationType));
    columns.correlationId[place] = numberOf(row.correlationId);
    columns.streamId[place] = numberOf(row.streamId);
    columns.pool[place] = decoder.poolOf(row.localMemoryPoolAddress);
    columns.poolBytes[place] = numberOf(row.localMemoryPoolSize);
    columns.poolUsedBytes[place] = numberOf(row.localMemoryPoolUtilizedSize);
    columns.variable[place] = decoder.variableOf(row);
  }

  /** The same out of a page; each column but the name has an integer or nothing. */
  addCells(cells: RecordCells, place: number): void {
    const columns = this.#columns;
    const decoder = this.#decoder;
    this.#startHalves[2 * place] = cells.low[SLOT.start];
    this.#startHalves[2 * place + 1] = cells.high[SLOT.start];
    columns.process[place] = decoder.identities.processPlace(cells.cell(SLOT.process));
    columns.deviceId[place] = cells.number(SLOT.device);
    columns.contextId[place] = cells.number(SLOT.context);
    const hasAddress = cells.kind[SLOT.address] !== CELL.none;
    columns.addressLow[place] = hasAddress ? cells.low[SLOT.address] : 0;
    columns.addressHigh[place] = hasAddress ? cells.high[SLOT.address] : 0;
    columns.bytes[place] = cells.number(SLOT.bytes);
    columns.kind[place] = decoder.kindOf(cells.number(SLOT.kind));
    columns.operation[place] = decoder.operationOf(cells.number(SLOT.operation));
    columns.correlationId[place] = cells.number(SLOT.correlation);
    columns.streamId[place] = cells.number(SLOT.stream);
    columns.pool[place] = decoder.poolOf(cells.cell(SLOT.pool));
    columns.poolBytes[place] = cells.number(SLOT.poolBytes);
    columns.poolUsedBytes[place] = cells.number(SLOT.poolUsedBytes);
    columns.variable[place] = -1;
  }

  build(count: number): MemoryEventBatch {
    const columns = this.#columns;
    if (count === columns.bytes.length) return { count, ...columns };
    const cut = Object.entries(columns).map(([name, column]) => [name, column.slice(0, count)]);
    return { count, ...(Object.fromEntries(cut) as typeof columns) };
  }
}

class MemoryEventDecoder {
  readonly identities: Identities;
  readonly #names: MemoryEventNames;
  readonly #kinds: Enumeration;
  readonly #operations: Enumeration;
  /** Codes of what was met before: rows differ little. */
  readonly #kindCodes = new Map<number, number>();
  readonly #operationCodes = new Map<number, number>();

  constructor(database: ReadOnlyDatabase, identities: Identities, names: MemoryEventNames) {
    this.identities = identities;
    this.#names = names;
    this.#kinds = Enumeration.read(database, 'ENUM_CUDA_MEM_KIND', MEMORY_KINDS);
    const table = 'ENUM_CUDA_DEV_MEM_EVENT_OPER';
    this.#operations = Enumeration.read(database, table, MEMORY_OPERATIONS);
  }

  kindOf(id: number): number {
    const known = this.#kindCodes.get(id);
    if (known !== undefined) return known;
    const code = Number.isNaN(id) ? -1 : this.#names.kinds.code(this.#kinds.label(id));
    this.#kindCodes.set(id, code);
    return code;
  }

  operationOf(id: number): number {
    const known = this.#operationCodes.get(id);
    if (known !== undefined) return known;
    const code = this.#findOperation(id);
    this.#operationCodes.set(id, code);
    return code;
  }

  /** “DEALLOCATION” ends with the other word. */
  #findOperation(id: number): number {
    if (this.#operations.idsOf(/DEALLOCATION$/i).includes(id)) return MEMORY_OPERATION.release;
    const isAllocation = this.#operations.idsOf(/ALLOCATION$/i).includes(id);
    return isAllocation ? MEMORY_OPERATION.allocation : MEMORY_OPERATION.other;
  }

  poolOf(address: Cell | undefined): number {
    // Where old versions have no NULL there is a 0.
    if (address === null || address === 0) return -1;
    const known = integerOrNull(address);
    return known === null || known === 0n ? -1 : this.#names.pools.code(BigInt.asUintN(64, known));
  }

  variableOf({ name }: Row): number {
    if (name === null) return -1;
    const text = textOrNull(name);
    return text === null || text === '' ? -1 : this.#names.variables.code(text);
  }
}

/** See `NsysExport.memoryEvents`. */
export function* readMemoryEvents(
  database: ReadOnlyDatabase,
  identities: Identities,
  names: MemoryEventNames,
  options: MemoryEventOptions,
): Generator<MemoryEventBatch, void> {
  const table = Table.find(database, MEMORY_TABLE, REQUIRED);
  if (table === undefined) return;
  const decoder = new MemoryEventDecoder(database, identities, names);
  const plain =
    options.expectOrder === true
      ? PlainTable.find(database, MEMORY_TABLE, COLUMNS)
      : plainInTimeOrder(database, MEMORY_TABLE, 'start', COLUMNS);
  if (plain !== undefined) {
    yield* readPlainEvents(database, table, plain, decoder, options);
    return;
  }
  const order = timeOrder(database, MEMORY_TABLE, 'start');
  const columns = columnsOf(table, order.isSafe);
  const rows = database.rows(`SELECT ${columns} FROM ${inTimeOrder(MEMORY_TABLE, 'start', order)}`);
  yield* inBatches(rows, (capacity) => new MemoryEventBuilder(decoder, capacity), options);
}

/** SQL for what the builder takes of a row. */
function columnsOf(table: Table, isSafe: boolean): string {
  return [
    isSafe ? table.reals('start') : table.columns('start'),
    table.columns('globalPid', 'localMemoryPoolAddress', 'name'),
    '(address & 4294967295) + 0.0 AS addressLow',
    '((address >> 32) & 4294967295) + 0.0 AS addressHigh',
    table.reals('deviceId', 'contextId', 'bytes', 'memKind', 'memoryOperationType'),
    table.reals('correlationId', 'streamId'),
    table.reals('localMemoryPoolSize', 'localMemoryPoolUtilizedSize'),
  ].join(', ');
}

/** Reads events out of the pages. What has a name, or is not just as exporters write it, SQLite reads. */
function* readPlainEvents(
  database: ReadOnlyDatabase,
  table: Table,
  plain: PlainTable,
  decoder: MemoryEventDecoder,
  options: BatchOptions,
): Generator<MemoryEventBatch, void> {
  const sql = `SELECT ${columnsOf(table, false)} FROM ${MEMORY_TABLE} WHERE rowid = ?`;
  const order = new TimeCheck(database.path);
  const add = (builder: MemoryEventBuilder, row: PlainRow, place: number) => {
    const { cells, isPlain, rowId } = row;
    order.check(isPlain && cells.kind[SLOT.start] === CELL.integer, cells);
    const hasName = cells.kind[SLOT.name] !== CELL.none && cells.textBytes[SLOT.name] > 0;
    if (isPlain && !hasName && cells.areIntegers(SLOT.name)) builder.addCells(cells, place);
    else builder.add(database.rowOfId(sql, rowId), place);
    return true;
  };
  const makeBuilder = (capacity: number) => new MemoryEventBuilder(decoder, capacity);
  yield* collect(plain.rows(), makeBuilder, add, options);
}

/** Holds rows to the order of their times. */
class TimeCheck {
  readonly #path: string;
  #low = 0;
  #high = Number.NEGATIVE_INFINITY;

  constructor(path: string) {
    this.#path = path;
  }

  /** @throws NsysExportError `unordered` for a time before the last, or one that is not at hand */
  check(hasTime: boolean, { low, high }: RecordCells): void {
    const ownLow = low[SLOT.start];
    const ownHigh = high[SLOT.start];
    if (!hasTime || ownHigh < this.#high || (ownHigh === this.#high && ownLow < this.#low)) {
      const message = `the rows of ${MEMORY_TABLE} are not in the order of their times`;
      throw new NsysExportError('unordered', this.#path, message);
    }
    this.#low = ownLow;
    this.#high = ownHigh;
  }
}
