export * from './descriptor.js';
export * from './loader.js';
export * from './registry.js';
export * from './stages.js';
