/** Entry of a thread that reads parts of a trace. */
import { closeSync, openSync, readSync } from 'node:fs';
import { parentPort, receiveMessageOnPort, workerData } from 'node:worker_threads';
import type { ColumnBatch } from '../batch.js';
import { TraceFormatError } from '../errors.js';
import { loadKernel } from '../kernel/kernel.js';
import type { Column } from '../rows.js';
import { TraceScanner } from '../scanner.js';
import type { TextPool } from '../text-pool.js';
import { eventAfter } from './boundaries.js';
import { buffersOf, columnsLike, copyColumns } from './columns.js';
import type { NewTexts, PartMessage, PartsTask } from './messages.js';

class PartsReading {
  readonly #task: PartsTask;
  readonly #file: number;
  readonly #taken: Int32Array;
  #sent = 0;
  #textsSent = 0;

  constructor(task: PartsTask) {
    this.#task = task;
    this.#file = openSync(task.path, 'r');
    this.#taken = new Int32Array(task.taken);
  }

  async run(): Promise<void> {
    const { start, end, partBytes, first, threads } = this.#task;
    const kernel = await loadKernel();
    try {
      for (let part = first; start + part * partBytes < end; part += threads) {
        const begin = this.#boundary(part);
        const limit = this.#boundary(part + 1);
        if (this.#readPart(part, begin, limit, kernel)) return;
      }
    } finally {
      closeSync(this.#file);
    }
  }

  /** Where a part begins: both of its neighbours find the same place. */
  #boundary(part: number): number {
    const { start, end, partBytes, eventHead } = this.#task;
    const nominal = start + part * partBytes;
    if (part === 0) return start;
    return nominal >= end ? end : eventAfter(this.#file, nominal, end, eventHead);
  }

  /** Reads a part; true when it had to go on to the end of the file. */
  #readPart(
    part: number,
    begin: number,
    limit: number,
    kernel: Awaited<ReturnType<typeof loadKernel>>,
  ): boolean {
    const { selection, end, insideArray, insideObject, batchEvents } = this.#task;
    const limits = {
      insideArray: part > 0 || insideArray,
      insideObject,
      baseOffset: begin,
      batchEvents,
      lendBatches: true,
    };
    const scanner = new TraceScanner(selection, limits, kernel);
    this.#readUpTo(part, scanner, begin, limit);
    // Where no event ends at the limit, it was none, and the parts after it begin in a wrong place.
    const goesOn = limit < end && begin < limit && !scanner.isBetweenEvents;
    if (goesOn) this.#readUpTo(part, scanner, limit, end);
    const isLast = goesOn || limit === end;
    const rest = isLast && begin < end ? scanner.finish() : scanner.takeSoFar();
    for (const batch of rest) this.#send(part, batch as ColumnBatch, scanner);
    post({ kind: 'end', part, report: scanner.report(), isLast });
    return isLast;
  }

  #readUpTo(part: number, scanner: TraceScanner, from: number, to: number): void {
    for (let at = from; at < to; ) {
      const { room } = scanner;
      const length = readSync(this.#file, room, 0, Math.min(room.length, to - at), at);
      if (length === 0) return;
      at += length;
      for (const batch of scanner.took(length)) this.#send(part, batch as ColumnBatch, scanner);
    }
  }

  #send(part: number, batch: ColumnBatch, scanner: TraceScanner): void {
    const { mostUnderWay } = this.#task;
    for (;;) {
      const taken = Atomics.load(this.#taken, 0);
      if (this.#sent - taken < mostUnderWay) break;
      Atomics.wait(this.#taken, 0, taken);
    }
    this.#sent++;
    const returned = receiveMessageOnPort(this.#task.returned) as { message: Column[] } | undefined;
    const columns = returned?.message ?? columnsLike(batch.columns, this.#task.batchEvents);
    copyColumns(batch.columns, columns);
    const texts = this.#newTexts(scanner.texts);
    const { bytesRead } = scanner;
    post(
      { kind: 'batch', part, count: batch.count, columns, texts, bytesRead },
      buffersOf(columns),
    );
  }

  /** The texts since the last time. */
  #newTexts(texts: TextPool): NewTexts {
    const count = texts.size - this.#textsSent;
    const lengths = new Int32Array(count);
    const escaped = new Uint8Array(count);
    const pieces: Uint8Array[] = [];
    for (let i = 0; i < count; i++) {
      const text = texts.bytes(this.#textsSent + i);
      pieces.push(text.bytes);
      lengths[i] = text.bytes.length;
      escaped[i] = text.escaped ? 1 : 0;
    }
    this.#textsSent += count;
    return { bytes: new Uint8Array(Buffer.concat(pieces)), lengths, escaped };
  }
}

function post(message: PartMessage, transfer: ArrayBuffer[] = []): void {
  parentPort?.postMessage(message, transfer);
}

try {
  await new PartsReading(workerData as PartsTask).run();
} catch (error) {
  if (error instanceof TraceFormatError) {
    post({ kind: 'not-a-trace', message: error.message, byteOffset: error.byteOffset });
  } else post({ kind: 'failed', error: error as Error });
}
