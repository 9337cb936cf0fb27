export { type CsvOptions, type CsvScan, scanCsv } from './scan-csv.js';
export { type CsvField, type CsvPlan, UNREADABLE } from './table.js';
export type { CsvBatch, CsvLimits, CsvReport, Misfits, UnclosedQuote } from './table-scanner.js';
