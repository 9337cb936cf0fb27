export * from './error.js';
export * from './exit-codes.js';
export * from './input.js';
