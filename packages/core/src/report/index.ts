export * from './notice.js';
export * from './progress.js';
export * from './reporter.js';
