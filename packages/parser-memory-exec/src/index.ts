export { type ExecRequest, execParse } from './exec-parse.js';
