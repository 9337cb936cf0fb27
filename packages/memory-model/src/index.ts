export * from './allocator/index.js';
export * from './allocator-live.js';
export * from './block-arrays.js';
export * from './blocks.js';
export * from './churn.js';
export * from './compare.js';
export {
  type ComparisonReport,
  compareSelections,
  type Selection,
  type SideReport,
} from './compare-report.js';
export { fragmentation, unusedReserved } from './fragmentation.js';
export * from './group-live.js';
export { rangesOf } from './group-ranges.js';
export * from './growth.js';
export { bySize, type Holder, holders } from './holders.js';
export * from './level-curve.js';
export * from './levels.js';
export * from './lifetimes.js';
export * from './live-bytes.js';
export * from './live-state.js';
export * from './out-of-memory.js';
export { outOfMemoryReports } from './out-of-memory-report.js';
export * from './outliers.js';
export * from './overlaps.js';
export { isPaired } from './pairing.js';
export { reservedAt } from './peak-report.js';
export * from './peak-rows.js';
export { RangeFilter } from './range-filter.js';
export { foldNumbers } from './range-paths.js';
export type { Falls } from './replay.js';
export { memoryReport, type ReportOptions } from './report.js';
export { MEMORY_REPORT_SCHEMA } from './report-schema.js';
export type * from './report-types.js';
export type { FollowedBy, ReleasedByThread } from './retries.js';
export { NO_SCOPE, scopePaths } from './scope-paths.js';
export { byThreadId, scopeReports } from './scope-report.js';
export { ScopeTracker, type ScopeTrackerOptions, type TrackedThread } from './scope-tracker.js';
export { type ScopeEntry, scopeEntries } from './scopes.js';
export * from './sorted.js';
export * from './steps.js';
export {
  EventTotals,
  type EventTotalsOptions,
  type ThreadHolding,
} from './streamed/event-totals.js';
export { StreamedGroup } from './streamed/streamed-group.js';
export * from './thin.js';
export * from './thread-levels.js';
export * from './threads.js';
export { INTERNAL_FRAMES, UserFrames } from './user-frame.js';
