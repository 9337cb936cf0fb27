import { inputUnreadable } from '@rl-insight/core/errors';
import { fileBytes } from '@rl-insight/trace-scan/node';
import type { FoundLog } from './discover/find-logs.js';
import { rmmErrors } from './errors.js';
import { LogScanner } from './log/log-scanner.js';
import type { LogRows } from './log/rows.js';

/** Pieces that stay in the cache while they are read. */
const PIECE_BYTES = 1 << 18;

/** Hears of the log's bytes as they are read. */
export type BytesListener = (bytes: number) => void;

/** A log that is read from its begin to its end as it is then. */
export class LogReading {
  /** What was met on the way. */
  readonly scanner = new LogScanner();
  readonly #log: FoundLog;

  constructor(log: FoundLog) {
    this.#log = log;
  }

  /**
   * Its rows, some at a time; those that are yielded are valid until the next are asked for.
   *
   * @throws RlInsightError when it has no row, or cannot be read; the signal's reason when it is aborted.
   */
  async *rows(signal: AbortSignal, onBytes: BytesListener): AsyncGenerator<LogRows> {
    const { path } = this.#log;
    try {
      for await (const piece of fileBytes(path, { pieceBytes: PIECE_BYTES })) {
        signal.throwIfAborted();
        yield* this.scanner.push(piece);
        onBytes(piece.length);
      }
    } catch (error) {
      if (signal.aborted) throw error;
      throw inputUnreadable(path, `cannot be read: ${(error as Error).message}`);
    }
    yield* this.scanner.finish();
    if (this.scanner.rows === 0) throw withoutRows(this.#log, this.scanner);
  }
}

function withoutRows({ path, sniffed }: FoundLog, scanner: LogScanner) {
  const bad = scanner.badRows.found;
  if (bad !== undefined) return rmmErrors.onlyBadRows(path, bad);
  if (scanner.hasHeader) return rmmErrors.noRows(path);
  return rmmErrors.notALog(path, { ...sniffed, kind: 'other' });
}
