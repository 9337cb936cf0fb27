export { ExecParser, type ExecParserConfig, type ExecParserOptions } from './api.js';
export { type ExecRequest, execParse } from './exec-parse.js';
