import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { MessageChannel } from 'node:worker_threads';
import type { Piscina } from 'piscina';
import { errorFromReport } from '../errors/error.js';
import { importModule } from '../module/import-module.js';
import type { Task, TaskAnswer, TaskEnvelope } from './task.js';

export interface RunTaskOptions {
  readonly signal: AbortSignal;
  readonly onProgress?: (message: unknown) => void;
}

/**
 * Runs tasks in worker threads, at most `size` at a time. With one worker they run in this thread:
 * starting another would only cost time.
 */
export class WorkerPool {
  readonly size: number;
  #piscina: Piscina | undefined;

  constructor(size: number = availableParallelism()) {
    this.size = Math.max(1, size);
  }

  /**
   * Runs the task that `module` (a file URL) exports by default.
   *
   * @throws what the task throws; the signal's reason when it is aborted.
   */
  async run<Input, Output>(module: string, input: Input, options: RunTaskOptions): Promise<Output> {
    options.signal.throwIfAborted();
    return this.size === 1
      ? this.#runHere<Input, Output>(module, input, options)
      : this.#runThere<Output>(module, input, options);
  }

  /** Ends the threads. */
  async close(): Promise<void> {
    await this.#piscina?.destroy();
    this.#piscina = undefined;
  }

  async #runHere<Input, Output>(
    module: string,
    input: Input,
    { signal, onProgress }: RunTaskOptions,
  ): Promise<Output> {
    const { default: task } = (await importModule(module)) as unknown as {
      default: Task<Input, Output>;
    };
    const progress = (message: unknown) => onProgress?.(message);
    return (await task(input, { signal, progress })).value;
  }

  async #runThere<Output>(
    module: string,
    input: unknown,
    { signal, onProgress }: RunTaskOptions,
  ): Promise<Output> {
    const piscina = await this.#threads();
    const { port1, port2 } = new MessageChannel();
    port1.on('message', (message) => onProgress?.(message));
    const envelope: TaskEnvelope = { module, input, port: port2 };
    try {
      const answer: TaskAnswer = await piscina.run(envelope, { signal, transferList: [port2] });
      if ('error' in answer) throw errorFromReport(answer.error);
      return answer.value as Output;
    } catch (error) {
      signal.throwIfAborted();
      throw error;
    } finally {
      port1.close();
    }
  }

  async #threads(): Promise<Piscina> {
    if (this.#piscina === undefined) {
      const { Piscina } = await import('piscina');
      this.#piscina = new Piscina({
        filename: fileURLToPath(new URL('./entry.js', import.meta.url)),
        minThreads: 0,
        maxThreads: this.size,
        // A thread that has read one rank reads the next one faster; all end with the pool.
        idleTimeout: Number.POSITIVE_INFINITY,
      });
    }
    return this.#piscina;
  }
}
