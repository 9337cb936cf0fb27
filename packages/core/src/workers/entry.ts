import type { MessagePort } from 'node:worker_threads';
import { move, transferableSymbol, valueSymbol } from 'piscina';
import { isRlInsightError, reportError } from '../errors/error.js';
import { importModule } from '../module/import-module.js';
import type { Task, TaskAnswer, TaskEnvelope } from './task.js';

/** Runs in a worker thread: loads the task's module and answers with its result. */
export default async function runTask(envelope: TaskEnvelope): Promise<TaskAnswer> {
  const port = envelope.port as MessagePort;
  try {
    const { default: task } = (await importModule(envelope.module)) as unknown as {
      default: Task<unknown, unknown>;
    };
    const { value, transfer } = await task(envelope.input, {
      progress: (message) => port.postMessage(message),
      // The pool stops a thread as a whole; there is nobody to tell inside.
      signal: new AbortController().signal,
    });
    const answer: TaskAnswer = { value };
    if (transfer === undefined || transfer.length === 0) return answer;
    return move({ [transferableSymbol]: transfer, [valueSymbol]: answer } as never) as never;
  } catch (error) {
    // Only the class of an error is lost on the way; ours are rebuilt on the other side.
    if (isRlInsightError(error)) return { error: reportError(error) };
    throw error;
  } finally {
    port.close();
  }
}
