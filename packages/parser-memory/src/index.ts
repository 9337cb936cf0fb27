export {
  MemoryClusterParser,
  MemoryParser,
  type MemoryParserConfig,
  type MemoryParserOptions,
} from './api.js';
export { ASCEND_MEMORY, descriptor, register } from './plugin.js';
