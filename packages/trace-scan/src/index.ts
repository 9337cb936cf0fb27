export type { EventBatch, TimeColumn } from './batch.js';
export { TraceFormatError } from './errors.js';
export type { Problem, ProblemKind, ScanReport } from './report.js';
export { type ScanOptions, scanTrace, type TraceScan, type TraceSource } from './scan.js';
export type { ScanLimits } from './scanner.js';
export { TraceScanner } from './scanner.js';
export type { FieldType, Selection } from './selection.js';
