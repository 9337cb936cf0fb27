export type { BatchOptions } from './batches.js';
export { NsysExportError, type NsysExportErrorCode } from './errors.js';
export { type NsysExport, openExport } from './export.js';
export { type GlobalId, globalPidOf, splitGlobalId } from './global-id.js';
export { enclosingRanges, type NestedRanges } from './nesting.js';
export type { CallEffect, MemoryFunction } from './tables/call-names.js';
export type { CallStack } from './tables/call-stacks.js';
export type { NsysClock } from './tables/clock.js';
export type { Devices, NsysCudaDevice, NsysGpu } from './tables/devices.js';
export type { NsysDiagnostic } from './tables/diagnostics.js';
export type { NsysProcess, NsysThread } from './tables/identities.js';
export type { MemoryCallBatch } from './tables/memory-calls.js';
export {
  MEMORY_OPERATION,
  type MemoryEventBatch,
  type MemoryEventOptions,
} from './tables/memory-events.js';
export type { Metadata } from './tables/metadata.js';
export type { PoolEvent } from './tables/pool-events.js';
export { RANGE_KIND, type RangeBatch, type RangeOptions } from './tables/ranges.js';
export type { NsysRank } from './tables/ranks.js';
