export { type FileOptions, fileBytes } from './file-bytes.js';
export { type FileScanOptions, scanTraceFile } from './scan-file.js';
