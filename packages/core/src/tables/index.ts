export * from './adopt.js';
export * from './contract.js';
export * from './file.js';
export * from './metadata.js';
export * from './table-set.js';
