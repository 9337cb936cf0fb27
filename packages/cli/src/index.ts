export { DataChecker, DataEnum, DataValidationError } from '@rl-insight/checker';
export { MemoryClusterParser, MemoryParser } from '@rl-insight/parser-memory';
export { MemoryVisualizer } from '@rl-insight/visualizer-memory-html';
