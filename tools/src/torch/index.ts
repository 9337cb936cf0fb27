export {
  TORCH_DEFAULTS,
  TORCH_FILE,
  type TorchFileOptions,
  type TorchFormat,
  type TorchOptions,
} from './options.js';
export { Float, type PickleData, PickleWriter, Tuple } from './pickle-writer.js';
export { simulateTorch, type TorchEntry, type TorchRun } from './simulate.js';
export type { TorchFailure, TorchLiveBlock, TorchTruth } from './truth.js';
export {
  pickleTorchSnapshot,
  type TorchAnnotation,
  type TorchSnapshotRequest,
  type TorchSnapshotTruth,
  writeTorchSnapshot,
} from './write-snapshot.js';
