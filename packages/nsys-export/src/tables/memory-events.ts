import { type BatchBuilder, type BatchOptions, inBatches } from '../batches.js';
import { integerOrNull, numberOf, textOrNull } from '../cells.js';
import type { ReadOnlyDatabase, Row } from '../database/database.js';
import { Table } from '../database/table.js';
import { Interner } from '../interner.js';
import { Enumeration, MEMORY_KINDS, MEMORY_OPERATIONS } from './enumeration.js';
import type { Identities } from './identities.js';
import { inTimeOrder, timeOrder } from './order.js';

export const MEMORY_TABLE = 'CUDA_GPU_MEMORY_USAGE_EVENTS';
const REQUIRED = ['start', 'globalPid', 'address', 'bytes', 'memoryOperationType'];

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

/** What the codes in batches of memory events stand for; grows while batches are read. */
export class MemoryEventNames {
  readonly kinds = new Interner<string>();
  readonly pools = new Interner<bigint>();
  readonly variables = new Interner<string>();
}

class MemoryEventBuilder implements BatchBuilder<MemoryEventBatch> {
  readonly #decoder: MemoryEventDecoder;
  readonly #columns: Omit<MemoryEventBatch, 'count'>;

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
    columns.pool[place] = decoder.poolOf(row);
    columns.poolBytes[place] = numberOf(row.localMemoryPoolSize);
    columns.poolUsedBytes[place] = numberOf(row.localMemoryPoolUtilizedSize);
    columns.variable[place] = decoder.variableOf(row);
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

  poolOf({ localMemoryPoolAddress: address }: Row): number {
    // Where old versions have no NULL there is a 0.
    if (address === null) return -1;
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
  options: BatchOptions,
): Generator<MemoryEventBatch, void> {
  const table = Table.find(database, MEMORY_TABLE, REQUIRED);
  if (table === undefined) return;
  const order = timeOrder(database, MEMORY_TABLE, 'start');
  const columns = [
    order.isSafe ? table.reals('start') : table.columns('start'),
    table.columns('globalPid', 'localMemoryPoolAddress', 'name'),
    '(address & 4294967295) + 0.0 AS addressLow',
    '((address >> 32) & 4294967295) + 0.0 AS addressHigh',
    table.reals('deviceId', 'contextId', 'bytes', 'memKind', 'memoryOperationType'),
    table.reals('correlationId', 'streamId'),
    table.reals('localMemoryPoolSize', 'localMemoryPoolUtilizedSize'),
  ];
  const rows = database.rows(
    `SELECT ${columns.join(', ')} FROM ${inTimeOrder(MEMORY_TABLE, 'start', order)}`,
  );
  const decoder = new MemoryEventDecoder(database, identities, names);
  yield* inBatches(rows, (capacity) => new MemoryEventBuilder(decoder, capacity), options);
}
