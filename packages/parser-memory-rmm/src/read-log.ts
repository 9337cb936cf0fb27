import { inputUnreadable } from '@rl-insight/core/errors';
import { fileBytes } from '@rl-insight/trace-scan/node';
import type { FoundLog } from './discover/find-logs.js';
import { rmmErrors } from './errors.js';
import { LogScanner } from './log/log-scanner.js';
import { LogEvents } from './pairing/log-events.js';

/** Pieces that stay in the cache while they are read. */
const PIECE_BYTES = 1 << 18;
/** Bytes of the file for each block that there is room for; half of the rows are releases. */
const BYTES_A_BLOCK = 96;

export interface ReadLog {
  readonly scanner: LogScanner;
  readonly events: LogEvents;
}

/**
 * Reads a log to its end as it is now.
 *
 * @throws RlInsightError when it has no row, or cannot be read; the signal's reason when it is aborted.
 */
export async function readLog(
  log: FoundLog,
  signal: AbortSignal,
  onBytes: (bytes: number) => void = () => undefined,
): Promise<ReadLog> {
  const scanner = new LogScanner();
  const events = new LogEvents(Math.ceil(log.fileBytes / BYTES_A_BLOCK));
  try {
    for await (const piece of fileBytes(log.path, { pieceBytes: PIECE_BYTES })) {
      signal.throwIfAborted();
      for (const rows of scanner.push(piece)) events.add(rows);
      onBytes(piece.length);
    }
  } catch (error) {
    if (signal.aborted) throw error;
    throw inputUnreadable(log.path, `cannot be read: ${(error as Error).message}`);
  }
  for (const rows of scanner.finish()) events.add(rows);
  if (scanner.rows === 0) throw withoutRows(log, scanner);
  return { scanner, events };
}

function withoutRows({ path, sniffed }: FoundLog, scanner: LogScanner) {
  const bad = scanner.badRows.found;
  if (bad !== undefined) return rmmErrors.onlyBadRows(path, bad);
  if (scanner.hasHeader) return rmmErrors.noRows(path);
  return rmmErrors.notALog(path, { ...sniffed, kind: 'other' });
}
