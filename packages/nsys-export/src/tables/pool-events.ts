import { integerOrNull, numberOf, numberOrNull } from '../cells.js';
import type { ReadOnlyDatabase } from '../database/database.js';
import { Table } from '../database/table.js';
import { Enumeration, POOL_OPERATIONS, POOL_TYPES } from './enumeration.js';
import type { Identities } from './identities.js';

/** A stream-ordered pool was made, trimmed or destroyed. */
export interface PoolEvent {
  readonly startNs: bigint;
  /** Place in `processes`; −1 where the row has none. */
  readonly process: number;
  readonly deviceId: number;
  readonly address: bigint;
  /** Label, such as `Created`. */
  readonly operation: string;
  /** Label, such as `Local`. */
  readonly type: string;
  /** NaN where there is none. */
  readonly correlationId: number;
  /** Of a trim. */
  readonly minBytesToKeep: number | null;
  readonly releaseThresholdBytes: number | null;
  /** What the pool holds of the device after the event. */
  readonly poolBytes: number | null;
  /** What the pool has handed out after the event. */
  readonly poolUsedBytes: number | null;
}

const TABLE = 'CUDA_GPU_MEMORY_POOL_EVENTS';
const REQUIRED = ['start', 'globalPid', 'address', 'operationType'];
const COLUMNS = [
  ...REQUIRED,
  ...['deviceId', 'poolType', 'correlationId', 'minBytesToKeep'],
  ...['localMemoryPoolReleaseThreshold', 'localMemoryPoolSize', 'localMemoryPoolUtilizedSize'],
];

/** See `NsysExport.poolEvents`. */
export function* readPoolEvents(
  database: ReadOnlyDatabase,
  identities: Identities,
): Generator<PoolEvent, void> {
  const table = Table.find(database, TABLE, REQUIRED);
  if (table === undefined) return;
  const operations = Enumeration.read(database, 'ENUM_CUDA_MEMPOOL_OPER', POOL_OPERATIONS);
  const types = Enumeration.read(database, 'ENUM_CUDA_MEMPOOL_TYPE', POOL_TYPES);
  const sql = `SELECT ${table.columns(...COLUMNS)} FROM ${TABLE} ORDER BY start, rowid`;
  for (const row of database.rows(sql)) {
    yield {
      startNs: integerOrNull(row.start) ?? 0n,
      process: identities.processPlace(row.globalPid),
      deviceId: numberOf(row.deviceId),
      address: BigInt.asUintN(64, integerOrNull(row.address) ?? 0n),
      operation: operations.label(numberOf(row.operationType)),
      type: types.label(numberOf(row.poolType)),
      correlationId: numberOf(row.correlationId),
      minBytesToKeep: numberOrNull(row.minBytesToKeep),
      releaseThresholdBytes: numberOrNull(row.localMemoryPoolReleaseThreshold),
      poolBytes: numberOrNull(row.localMemoryPoolSize),
      poolUsedBytes: numberOrNull(row.localMemoryPoolUtilizedSize),
    };
  }
}
