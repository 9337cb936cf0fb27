export { NsysParser, type NsysParserConfig, type NsysParserOptions } from './api.js';
export { descriptor, NSYS, register } from './plugin.js';
