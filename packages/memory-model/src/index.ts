export * from './blocks.js';
export * from './events.js';
export * from './level-curve.js';
export * from './live-bytes.js';
export * from './overlaps.js';
export * from './sorted.js';
export * from './thin.js';
