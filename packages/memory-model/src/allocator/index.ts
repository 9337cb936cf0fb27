export {
  ALLOCATOR_EVENTS,
  type AllocatorEventKind,
  type AllocatorEvents,
  type AllocatorHistory,
  type Arena,
  addressAt,
  type BlockLives,
  type FailedRequests,
  type SegmentLives,
  stateAtTime,
} from './history.js';
export { allocatorHistory, hasAddresses } from './history-of.js';
export { allocatorState } from './state.js';
export * from './state-types.js';
