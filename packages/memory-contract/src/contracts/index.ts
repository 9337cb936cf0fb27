import type { MemoryContract } from '../column.js';
import { MEMORY_COUNTERS } from './memory-counters.js';
import { MEMORY_FAILURES } from './memory-failures.js';
import { MEMORY_RANGES } from './memory-ranges.js';
import { MEMORY_SEGMENTS } from './memory-segments.js';
import { MEMORY_SUMMARY } from './memory-summary.js';

export * from './memory-counters.js';
export * from './memory-failures.js';
export * from './memory-ranges.js';
export * from './memory-segments.js';
export * from './memory-summary.js';

/** Every table of this package, the one of allocations first. */
export const MEMORY_CONTRACTS: readonly MemoryContract[] = [
  MEMORY_SUMMARY,
  MEMORY_COUNTERS,
  MEMORY_RANGES,
  MEMORY_FAILURES,
  MEMORY_SEGMENTS,
];

/** What tells streams of events, which are handed over in memory, from others: see `EventBatch`. */
export const MEMORY_EVENTS = 'memory_events/1';
