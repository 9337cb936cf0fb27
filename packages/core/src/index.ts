export * from './config/index.js';
export * from './errors/index.js';
export * from './plugin/index.js';
export * from './report/index.js';
export * from './workers/index.js';
