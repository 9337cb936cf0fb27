import { closeSync, openSync, readSync } from 'node:fs';
import type { EventBatch } from './batch.js';
import { loadKernel } from './kernel/kernel.js';
import { NOTHING_YET, type ScanOptions, type TraceScan } from './scan.js';
import { TraceScanner } from './scanner.js';
import type { Selection } from './selection.js';

/** Whatever else the thread has to do gets its turn after so many bytes. */
const TURN_BYTES = 4 << 20;

const turn = () => new Promise<void>((resolve) => setImmediate(resolve));

/**
 * Reads a part of a file that is not packed, in this thread: the system puts its bytes where the
 * kernel reads them, so that they are copied once. Otherwise as `scanTrace`.
 */
export function scanHere(
  path: string,
  selection: Selection,
  { start, end }: { readonly start: number; readonly end: number },
  options: ScanOptions,
): TraceScan {
  let scanner: TraceScanner | undefined;
  async function* batches(): AsyncGenerator<EventBatch> {
    const kernel = options.kernel === false ? undefined : await loadKernel();
    const own = new TraceScanner(selection, options, kernel);
    scanner = own;
    const file = openSync(path, 'r');
    try {
      for (let at = start, told = start; at < end; ) {
        const { room } = own;
        const length = readSync(file, room, 0, Math.min(room.length, end - at), at);
        if (length === 0) break;
        at += length;
        yield* own.took(length);
        if (at - told < TURN_BYTES && at < end) continue;
        told = at;
        options.onProgress?.(own.bytesRead);
        await turn();
        options.signal?.throwIfAborted();
      }
    } finally {
      closeSync(file);
    }
    yield* own.finish();
  }
  return {
    [Symbol.asyncIterator]: batches,
    text: (code) => (code < 0 ? '' : (scanner?.texts.text(code) ?? '')),
    get textCount() {
      return scanner?.texts.size ?? 0;
    },
    report: () => scanner?.report() ?? NOTHING_YET,
    stop: async () => undefined,
  };
}
