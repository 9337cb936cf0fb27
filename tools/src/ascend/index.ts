export { type FormatRequest, resolveFormat, type WrittenCapture, writeCapture } from './capture.js';
export { type CapturesRequest, eachCapture, type JobCapture, writeCaptures } from './captures.js';
export type { StackVia, ThreadRole } from './execution.js';
export type { CaptureFormat, ModuleMemText } from './format.js';
export { type MemoryPoint, memoryRecordPoints } from './memory-record.js';
export { memoryRecordCsv } from './memory-record-csv.js';
export { type ModulePoint, moduleMemCsv, modulePoints } from './module-mem-csv.js';
export { ODD_NAMES } from './names.js';
export { operatorMemoryCsv } from './operator-memory-csv.js';
export {
  type BlocksFromBefore,
  type CaptureOptions,
  type CaptureRequest,
  type TracedThreads,
  VARIANTS,
  type Variant,
} from './options.js';
export type { MetadataText, ProfilerInfoText } from './profiler-info.js';
export { type SimulatedCapture, simulateCapture } from './scenario.js';
export { FRAME_SEPARATOR } from './stacks.js';
export type { WrittenFile } from './text-file.js';
export { traceJson } from './trace-json.js';
export type { TraceText } from './trace-text.js';
export type { CaptureTruth, TrueRow, UnreportedRelease } from './truth.js';
export type { LiveLevels } from './truth-levels.js';
