export { MemoryExporter, type MemoryExporterConfig, type MemoryExporterOptions } from './api.js';
export { descriptor, register } from './plugin.js';
export type { ExportType } from './write.js';
