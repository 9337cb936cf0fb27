import type { ErrorReport } from '../errors/error.js';

/** What a task can do besides its work. */
export interface TaskContext {
  /** Tells whoever started the task how far it is; `message` must be plain data. */
  progress(message: unknown): void;
  readonly signal: AbortSignal;
}

/** What a task gives back; the buffers in `transfer` move instead of being copied. */
export interface TaskResult<Output> {
  readonly value: Output;
  readonly transfer?: readonly ArrayBuffer[];
}

/** The default export of a task module. Input and output must be plain data. */
export type Task<Input, Output> = (
  input: Input,
  context: TaskContext,
) => Promise<TaskResult<Output>>;

/** A task as it crosses to a worker thread, and its answer. */
export interface TaskEnvelope {
  readonly module: string;
  readonly input: unknown;
  readonly port: unknown;
}

export type TaskAnswer = { readonly value: unknown } | { readonly error: ErrorReport };
