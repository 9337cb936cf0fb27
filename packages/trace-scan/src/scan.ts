import type { EventBatch } from './batch.js';
import { loadKernel } from './kernel/kernel.js';
import type { ScanReport } from './report.js';
import { type ScanLimits, TraceScanner } from './scanner.js';
import { compileSelection, type Selection } from './selection.js';
import { CompressionError, unpacked } from './unpack.js';

/** Bytes of a trace: all at once, or in pieces from a file, a response or another stream. */
export type TraceSource = Uint8Array | Iterable<Uint8Array> | AsyncIterable<Uint8Array>;

export interface ScanOptions extends ScanLimits {
  /** Stops the scan between two pieces; the iteration then throws the signal's reason. */
  readonly signal?: AbortSignal;
  /** Told after each piece how many bytes have been read. */
  readonly onProgress?: (bytes: number) => void;
  /**
   * Whether WebAssembly may be used where it can be. Default true; what comes out is the same.
   */
  readonly kernel?: boolean;
}

/** A scan under way: iterate over it for the selected events. */
export interface TraceScan extends AsyncIterable<EventBatch> {
  /** The text of a code of a `text` or `scalar` column; '' for −1. */
  text(code: number): string;
  /** How many different texts were seen; codes are below it. */
  readonly textCount: number;
  /** What has been seen so far; complete when the iteration has ended. */
  report(): ScanReport;
  /** Ends a scan that is not iterated over to its end; threads may have begun to read. */
  stop(): Promise<void>;
}

function pieces(source: TraceSource): Iterable<Uint8Array> | AsyncIterable<Uint8Array> {
  return source instanceof Uint8Array ? [source] : source;
}

/**
 * Reads the selected events of a Chrome trace (`[…]`, or `{"traceEvents": […]}` with other keys
 * around it), plain, gzip or zstd, in the order of the file.
 *
 * What real files have wrong with them (no closing bracket, two arrays, a cut event, NaN, …) is
 * read as far as it makes sense and listed in {@link TraceScan.report}.
 *
 * @throws TraceFormatError from the iteration, when the input is no trace at all.
 */
export function scanTrace(
  source: TraceSource,
  selection: Selection,
  options: ScanOptions = {},
): TraceScan {
  // What cannot be asked for is told at once, not when the iteration begins.
  compileSelection(selection);
  let scanner: TraceScanner | undefined;
  async function* batches(): AsyncGenerator<EventBatch> {
    const kernel = options.kernel === false ? undefined : await loadKernel();
    const own = new TraceScanner(selection, options, kernel);
    scanner = own;
    try {
      for await (const piece of unpacked(pieces(source))) {
        options.signal?.throwIfAborted();
        yield* own.push(piece);
        options.onProgress?.(own.bytesRead);
      }
    } catch (error) {
      if (!(error instanceof CompressionError)) throw error;
      own.note('damaged-compression', error.message);
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

/** The report of a scan that has not begun. */
export const NOTHING_YET: ScanReport = {
  bytes: 0,
  events: 0,
  selected: 0,
  selectedRange: null,
  problems: [],
};
