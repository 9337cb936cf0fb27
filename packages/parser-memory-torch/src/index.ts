export {
  type TorchParserConfig,
  type TorchParserOptions,
  TorchSnapshotParser,
  TorchTraceParser,
} from './api.js';
export { type SniffedSnapshot, sniffSnapshot } from './discover/sniff.js';
export { descriptor, register, TORCH_SNAPSHOT, TORCH_TRACE } from './plugin.js';
export { type SniffedTrace, sniffTrace } from './trace/find-traces.js';
