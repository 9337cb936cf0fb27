export {
  TorchSnapshotParser,
  type TorchSnapshotParserConfig,
  type TorchSnapshotParserOptions,
} from './api.js';
export { type SniffedSnapshot, sniffSnapshot } from './discover/sniff.js';
export { descriptor, register, TORCH_SNAPSHOT } from './plugin.js';
