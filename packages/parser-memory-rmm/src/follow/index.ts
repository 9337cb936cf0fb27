export { followLog, type LogGrowth, type LogPart } from './follow-log.js';
export type { FollowOptions } from './growing-file.js';
