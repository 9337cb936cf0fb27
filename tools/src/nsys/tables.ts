import type { NsysFormat } from './versions.js';

type ColumnType = 'INTEGER' | 'TEXT' | 'REAL';

export interface Column {
  readonly name: string;
  readonly type: ColumnType;
  readonly isNullable: boolean;
}

/** `name`, or `name TEXT`. */
function columns(required: string, nullable = ''): Column[] {
  const read = (text: string, isNullable: boolean) =>
    text
      .split(',')
      .map((part) => part.trim().split(' '))
      .filter(([name]) => name !== '')
      .map(([name, type]) => ({ name, type: (type ?? 'INTEGER') as ColumnType, isNullable }));
  return [...read(required, false), ...read(nullable, true)];
}

const POOL_COLUMNS =
  'localMemoryPoolAddress, localMemoryPoolReleaseThreshold, localMemoryPoolSize, localMemoryPoolUtilizedSize, importedMemoryPoolAddress, importedMemoryPoolProcessId';

/** Columns of the tables of a version, by name of the table. */
export function tablesOf(format: NsysFormat): Readonly<Record<string, readonly Column[]>> {
  const stream = format.stream ? ', streamId' : '';
  const pools = format.pools ? `, ${POOL_COLUMNS}` : '';
  const eventId = format.eventIds ? ', eventId' : '';
  const systemClock = format.systemClock ? ', systemClockNs' : '';
  return {
    StringIds: columns('id, value TEXT'),
    CUDA_GPU_MEMORY_USAGE_EVENTS: columns(
      'start, globalPid, deviceId, contextId, address, pc, bytes, memKind, memoryOperationType',
      `name TEXT, correlationId${stream}${pools}`,
    ),
    CUDA_GPU_MEMORY_POOL_EVENTS: columns(
      'start, globalPid, deviceId, address, operationType, poolType',
      'correlationId, minBytesToKeep, localMemoryPoolReleaseThreshold, localMemoryPoolSize, localMemoryPoolUtilizedSize',
    ),
    CUPTI_ACTIVITY_KIND_RUNTIME: columns(
      'start, end, eventClass, nameId, returnValue',
      'globalTid, correlationId, callchainId',
    ),
    CUDA_CALLCHAINS: columns('id, symbol, module, stackDepth', 'unresolved, originalIP'),
    NVTX_EVENTS: columns(
      'start, eventType',
      `end, rangeId, category, color, text TEXT, globalTid, endGlobalTid, textId, domainId, uint64Value, int64Value, doubleValue REAL, uint32Value, int32Value, floatValue REAL, jsonTextId, jsonText TEXT, binaryData TEXT${eventId}`,
    ),
    ThreadNames: columns('nameId', 'priority, globalTid'),
    PROCESSES: columns('', 'globalPid, pid, name TEXT'),
    TARGET_INFO_GPU: columns(
      'vmId, id, name TEXT, busLocation TEXT, isDiscrete, totalMemory, uuid TEXT',
      'cuDevice',
    ),
    TARGET_INFO_CUDA_DEVICE: columns('gpuId, cudaId, pid, uuid TEXT, numMultiprocessors'),
    TARGET_INFO_SESSION_START_TIME: columns(
      '',
      `utcEpochNs, utcTime TEXT, localTime TEXT${systemClock}`,
    ),
    ANALYSIS_DETAILS: columns('globalVid, duration, startTime, stopTime'),
    DIAGNOSTIC_EVENT: columns('timestamp, timestampType, source, severity, text TEXT', 'globalPid'),
    MPI_RANKS: columns('', 'globalTid, rank'),
    META_DATA_CAPTURE: columns('name TEXT', 'value TEXT'),
    META_DATA_EXPORT: columns('name TEXT', 'value TEXT'),
  };
}

export function tableSql(name: string, tableColumns: readonly Column[], nulls: boolean): string {
  const lines = tableColumns.map(({ name: column, type, isNullable }) => {
    const isKey = column === 'id' && (name === 'StringIds' || name.startsWith('ENUM_'));
    const isRequired = !isNullable || !nulls;
    return `${column} ${type}${isRequired ? ' NOT NULL' : ''}${isKey ? ' PRIMARY KEY' : ''}`;
  });
  return `CREATE TABLE ${name} (${lines.join(', ')})`;
}

export const ENUM_COLUMNS = columns('id', 'name TEXT, label TEXT');
