import { type BatchBuilder, type BatchOptions, inBatches } from '../batches.js';
import { integerOrNull, numberOf } from '../cells.js';
import type { ReadOnlyDatabase, Row } from '../database/database.js';
import { Table } from '../database/table.js';
import type { MemoryFunction } from './call-names.js';
import type { Identities } from './identities.js';

/** Newer versions write calls of the driver among those of the runtime. */
export const CALL_TABLES = ['CUPTI_ACTIVITY_KIND_RUNTIME', 'CUPTI_ACTIVITY_KIND_DRIVER'] as const;
const REQUIRED = ['start', 'nameId'];

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
    ];
    const rows = database.rows(
      `SELECT ${columns.join(', ')} FROM ${name} WHERE nameId IN (${[...functions.keys()].join(', ')})`,
    );
    yield* inBatches(rows, (capacity) => new MemoryCallBuilder(identities, capacity), options);
  }
}
