export { defaultMemoryLimitMb } from './memory-limit.js';
export * from './pool.js';
export { releaseMemory } from './release-memory.js';
export type { Task, TaskContext, TaskResult } from './task.js';
