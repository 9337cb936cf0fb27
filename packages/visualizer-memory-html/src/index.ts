export {
  MemoryVisualizer,
  type MemoryVisualizerConfig,
  type MemoryVisualizerOptions,
} from './api.js';
export { descriptor, register } from './plugin.js';
