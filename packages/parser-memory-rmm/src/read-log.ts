import { inputUnreadable } from '@rl-insight/core/errors';
import { fileBytes } from '@rl-insight/trace-scan/node';
import type { FoundLog } from './discover/find-logs.js';
import { rmmErrors } from './errors.js';
import { LogScanner, type ScanFindings } from './log/log-scanner.js';
import type { LogRows } from './log/rows.js';
import { ScanThread, THREAD_BATCH_ROWS } from './thread/scan-thread.js';

/** Pieces that stay in the cache while they are read. */
const PIECE_BYTES = 1 << 18;
/** A smaller log is read by the time that a thread has started. */
const LEAST_BYTES_FOR_THREAD = 8 << 20;

/** Rows that are handed over at a time at most. */
export const MOST_ROWS = THREAD_BATCH_ROWS;

/** Hears of the log's bytes as they are read. */
export type BytesListener = (bytes: number) => void;

/** A log that is read from its begin to its end as it is then, large ones by a thread of their own. */
export class LogReading {
  readonly #log: FoundLog;
  #findings: ScanFindings | undefined;

  constructor(log: FoundLog) {
    this.#log = log;
  }

  /** What was met on the way, once all rows were taken. */
  get findings(): ScanFindings {
    if (this.#findings === undefined) throw new RangeError('the log is not read yet');
    return this.#findings;
  }

  /**
   * Its rows, some at a time; those that are yielded are valid until the next are asked for.
   *
   * @throws RlInsightError when it has no row, or cannot be read; the signal's reason when it is aborted.
   */
  async *rows(signal: AbortSignal, onBytes: BytesListener): AsyncGenerator<LogRows> {
    const { path, fileBytes: size } = this.#log;
    try {
      if (size < LEAST_BYTES_FOR_THREAD) yield* this.#readHere(signal, onBytes);
      else {
        const thread = new ScanThread(path);
        yield* thread.rows(signal, onBytes);
        this.#findings = thread.findings;
      }
    } catch (error) {
      if (signal.aborted) throw error;
      throw inputUnreadable(path, `cannot be read: ${(error as Error).message}`);
    }
    if (this.findings.rows === 0) throw withoutRows(this.#log, this.findings);
  }

  async *#readHere(signal: AbortSignal, onBytes: BytesListener): AsyncGenerator<LogRows> {
    const scanner = new LogScanner();
    for await (const piece of fileBytes(this.#log.path, { pieceBytes: PIECE_BYTES })) {
      signal.throwIfAborted();
      yield* scanner.push(piece);
      onBytes(piece.length);
    }
    yield* scanner.finish();
    this.#findings = scanner.findings;
  }
}

function withoutRows({ path, sniffed }: FoundLog, { badRows, hasHeader }: ScanFindings) {
  if (badRows !== undefined) return rmmErrors.onlyBadRows(path, badRows);
  if (hasHeader) return rmmErrors.noRows(path);
  return rmmErrors.notALog(path, { ...sniffed, kind: 'other' });
}
