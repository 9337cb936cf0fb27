export type { NsysAllocator, NsysExportRequest } from './options.js';
export type { NsysCounts, NsysDeviceTruth, TrueStartEnd } from './truth.js';
export { NSYS_FORMATS, type NsysFormat, type NsysVersion } from './versions.js';
export { writeLargeNsysExport, writeNsysExport } from './write-export.js';
