export { followLog, type LogState } from './follow-log.js';
export type { FollowOptions } from './growing-file.js';
export { type FailureReport, Outstanding, type OutstandingOfThread } from './outstanding.js';
