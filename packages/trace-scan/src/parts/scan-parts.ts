import { MessageChannel, type MessagePort, Worker } from 'node:worker_threads';
import { ColumnBatch, type EventBatch } from '../batch.js';
import { TraceFormatError } from '../errors.js';
import { TextInterner } from '../interner.js';
import { ProblemLog, type ScanReport } from '../report.js';
import type { Column } from '../rows.js';
import type { TraceScan } from '../scan.js';
import { compileSelection, type Selection } from '../selection.js';
import type { TextPool } from '../text-pool.js';
import { unescapeJson } from '../unescape.js';
import { buffersOf, firstRows } from './columns.js';
import type { NewTexts, PartMessage, PartsTask } from './messages.js';

export interface PartsOptions {
  readonly lendBatches?: boolean;
  readonly signal?: AbortSignal;
  /** Told now and then how many bytes have been read. */
  readonly onProgress?: (bytes: number) => void;
}

type OwnTask = Omit<PartsTask, 'first' | 'taken' | 'returned' | 'selection'>;

/** The threads make little garbage, and room for it would be memory that is touched for nothing. */
const YOUNG_MB = 4;

/** One thread, what it has sent that nobody has taken, and its codes as ours. */
class PartReader {
  readonly messages: PartMessage[] = [];
  readonly #worker: Worker;
  readonly #back: MessagePort;
  readonly #taken = new Int32Array(new SharedArrayBuffer(4));
  #codes = new Int32Array(1024);
  #codeCount = 0;

  constructor(task: OwnTask, selection: Selection, first: number, wake: () => void) {
    const { port1, port2 } = new MessageChannel();
    this.#back = port1;
    const workerData: PartsTask = {
      ...task,
      selection,
      first,
      returned: port2,
      taken: this.#taken.buffer as SharedArrayBuffer,
    };
    this.#worker = new Worker(new URL('./worker.js', import.meta.url), {
      workerData,
      transferList: [port2],
      resourceLimits: { maxYoungGenerationSizeMb: YOUNG_MB },
    });
    const take = (message: PartMessage) => {
      this.messages.push(message);
      wake();
    };
    this.#worker.on('message', take);
    this.#worker.on('error', (error) => take({ kind: 'failed', error }));
  }

  /** Lets the thread send another batch. */
  release(): void {
    Atomics.add(this.#taken, 0, 1);
    Atomics.notify(this.#taken, 0);
  }

  /** Learns the thread's new codes. */
  learn({ bytes, lengths, escaped }: NewTexts, texts: TextPool): void {
    const words = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
    if (this.#codeCount + lengths.length > this.#codes.length) {
      const larger = new Int32Array((this.#codeCount + lengths.length) * 2);
      larger.set(this.#codes);
      this.#codes = larger;
    }
    let start = 0;
    lengths.forEach((length, i) => {
      const code = texts.code(bytes, words, start, start + length, escaped[i] === 1);
      this.#codes[this.#codeCount++] = code;
      start += length;
    });
  }

  translate(column: Int32Array): void {
    for (let i = 0; i < column.length; i++) {
      if (column[i] >= 0) column[i] = this.#codes[column[i]];
    }
  }

  /** Gives back the memory of a batch. */
  giveBack(columns: readonly Column[]): void {
    this.#back.postMessage(columns, buffersOf(columns));
  }

  async stop(): Promise<void> {
    this.#back.close();
    await this.#worker.terminate();
  }
}

/** Adds up what the parts say of themselves. */
class PartsReport {
  readonly #log = new ProblemLog();
  #bytes = 0;
  #events = 0;
  #selected = 0;
  #begin = -1;
  #end = -1;

  add({ bytes, events, selected, selectedRange, problems }: ScanReport): void {
    this.#bytes += bytes;
    this.#events += events;
    this.#selected += selected;
    if (selectedRange !== null) {
      if (this.#begin < 0) this.#begin = selectedRange.begin;
      this.#end = selectedRange.end;
    }
    for (const { kind, byteOffset, detail, count, eventOffset } of problems) {
      this.#log.add(kind, byteOffset, detail, count, eventOffset);
    }
  }

  get bytes(): number {
    return this.#bytes;
  }

  whole(damagedTexts: number): ScanReport {
    const problems = this.#log.list();
    if (damagedTexts > 0) {
      const detail = 'text that is not UTF-8';
      problems.push({ kind: 'invalid-utf8', count: damagedTexts, byteOffset: null, detail });
    }
    return {
      bytes: this.#bytes,
      events: this.#events,
      selected: this.#selected,
      selectedRange: this.#begin < 0 ? null : { begin: this.#begin, end: this.#end },
      problems,
    };
  }
}

/**
 * Reads a trace by several threads, each of which takes every so many-th part of the file. The
 * batches come in the order of the file, as from one thread. The threads begin at once.
 */
export function scanParts(task: OwnTask, selection: Selection, options: PartsOptions): TraceScan {
  const { names } = compileSelection(selection);
  const texts = new TextInterner(unescapeJson);
  const report = new PartsReport();

  let wake = () => {};
  // They read ahead while whoever asked is still busy with something else.
  const readers = Array.from(
    { length: task.threads },
    (_, first) => new PartReader(task, selection, first, () => wake()),
  );
  const stop = async () => {
    await Promise.all(readers.map((reader) => reader.stop()));
  };

  async function* batches(): AsyncGenerator<EventBatch> {
    const stopped = () => wake();
    options.signal?.addEventListener('abort', stopped);
    const next = async (reader: PartReader): Promise<PartMessage> => {
      for (;;) {
        options.signal?.throwIfAborted();
        const message = reader.messages.shift();
        if (message !== undefined) return message;
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
      }
    };
    try {
      for (let part = 0; ; part++) {
        const reader = readers[part % readers.length];
        for (;;) {
          const message = await next(reader);
          if (message.kind === 'failed') throw message.error;
          if (message.kind === 'not-a-trace') {
            throw new TraceFormatError(message.message, message.byteOffset);
          }
          if (message.kind === 'end') {
            report.add(message.report);
            options.onProgress?.(report.bytes);
            if (message.isLast) return;
            break;
          }
          reader.learn(message.texts, texts);
          const columns = firstRows(message.columns, message.count);
          for (const column of columns) {
            if (column instanceof Int32Array) reader.translate(column);
          }
          if (!options.lendBatches) reader.release();
          yield new ColumnBatch(names, columns, message.count);
          if (options.lendBatches) {
            reader.giveBack(message.columns);
            reader.release();
          }
          options.onProgress?.(report.bytes + message.bytesRead);
        }
      }
    } finally {
      options.signal?.removeEventListener('abort', stopped);
      await stop();
    }
  }

  return {
    [Symbol.asyncIterator]: batches,
    text: (code) => (code < 0 ? '' : texts.text(code)),
    get textCount() {
      return texts.size;
    },
    report: () => report.whole(texts.damaged.size),
    stop,
  };
}
