export { RmmLogParser, type RmmLogParserConfig, type RmmLogParserOptions } from './api.js';
export { descriptor, RMM_LOG, register } from './plugin.js';
