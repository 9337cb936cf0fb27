import { Worker } from 'node:worker_threads';
import type { ScanFindings } from '../log/log-scanner.js';
import { LogRows } from '../log/rows.js';
import type { ScanMessage, ScanTask } from './messages.js';

/** Batches that are on their way: while one is taken, others are filled. */
const BATCHES = 4;
/** Rows of a batch: so many that messages between the threads cost nothing. */
export const THREAD_BATCH_ROWS = 1 << 15;

/** A log that another thread reads. */
export class ScanThread {
  /** Known at the end. */
  findings: ScanFindings | undefined;
  readonly #path: string;

  constructor(path: string) {
    this.#path = path;
  }

  /**
   * Its rows, some at a time; those that are yielded are valid until the next are asked for.
   *
   * @throws Error when the file cannot be read; the signal's reason when that is aborted.
   */
  async *rows(signal: AbortSignal, onBytes: (bytes: number) => void): AsyncGenerator<LogRows> {
    const task: ScanTask = {
      path: this.#path,
      batchRows: THREAD_BATCH_ROWS,
      batches: Array.from(
        { length: BATCHES },
        () => new SharedArrayBuffer(LogRows.bytesFor(THREAD_BATCH_ROWS)),
      ),
      taken: new SharedArrayBuffer(BATCHES * Int32Array.BYTES_PER_ELEMENT),
    };
    const taken = new Int32Array(task.taken);
    const batches = task.batches.map((memory) => new LogRows(THREAD_BATCH_ROWS, memory));
    const worker = new Worker(new URL('./worker.js', import.meta.url), { workerData: task });
    const messages = new Messages(worker, signal);
    try {
      for (let turn = 0; ; turn = (turn + 1) % BATCHES) {
        const message = await messages.next();
        if (message.kind === 'unreadable') throw new Error(message.why);
        onBytes(message.bytes);
        if (message.kind === 'end') {
          this.findings = message.findings;
          return;
        }
        batches[turn].count = message.count;
        yield batches[turn];
        Atomics.store(taken, turn, 0);
        Atomics.notify(taken, turn);
      }
    } finally {
      messages.close();
      await worker.terminate();
    }
  }
}

/** What a thread tells, one after the other. */
class Messages {
  readonly #waiting: ScanMessage[] = [];
  readonly #signal: AbortSignal;
  #error: unknown;
  #wake: () => void = () => undefined;

  constructor(worker: Worker, signal: AbortSignal) {
    this.#signal = signal;
    worker.on('message', (message: ScanMessage) => {
      this.#waiting.push(message);
      this.#wake();
    });
    worker.on('error', (error) => this.#fail(error));
    signal.addEventListener('abort', this.#abort, { once: true });
  }

  /** @throws what ended the thread; the signal's reason when it is aborted. */
  async next(): Promise<ScanMessage> {
    for (;;) {
      this.#signal.throwIfAborted();
      const message = this.#waiting.shift();
      if (message !== undefined) return message;
      if (this.#error !== undefined) throw this.#error;
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
    }
  }

  close(): void {
    this.#signal.removeEventListener('abort', this.#abort);
  }

  readonly #abort = () => this.#wake();

  #fail(error: unknown): void {
    this.#error = error;
    this.#wake();
  }
}
