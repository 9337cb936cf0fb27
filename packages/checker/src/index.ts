export { DataChecker, type DataCheckerOptions, DataEnum } from './data-checker.js';
export { DataValidationError } from './data-validation-error.js';
export { runRules } from './engine.js';
export { memorySummaryRules } from './memory-summary-rules.js';
export { descriptor, register } from './plugin.js';
