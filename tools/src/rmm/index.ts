export type { AllocationEvent, EventListener, RmmEvent, ScopeEvent } from './events.js';
export { isLogged } from './events.js';
export { RMM_FORMATS, type RmmLogFormat, type RmmVersion } from './log-format.js';
export { headerText, logRow } from './log-text.js';
export { BEFORE_MIDNIGHT_US, RMM_DEFAULTS, type RmmOptions, SPILL_SCOPE } from './options.js';
export { simulateRmm } from './simulate.js';
export { RmmTruth, type TrueFailure, type TrueScope, type TrueThread } from './truth.js';
export { type RmmLogRequest, rmmLogLines, writeRmmLog, writeRmmLogs } from './write-log.js';
