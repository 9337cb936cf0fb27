export { LogScanner, type ScanLimits } from './log-scanner.js';
export { ALLOCATE, FAILURE, FREE, type LogRow, type LogRows } from './rows.js';
