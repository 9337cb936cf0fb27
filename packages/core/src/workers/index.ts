export * from './pool.js';
export type { Task, TaskContext, TaskResult } from './task.js';
