import { stat } from 'node:fs/promises';
import { inputUnreadable } from '@rl-insight/core/errors';
import type { EventBatch } from '@rl-insight/memory-contract';
import { findLogs } from '../discover/find-logs.js';
import { rmmErrors } from '../errors.js';
import { BATCH_ROWS, LogScanner } from '../log/log-scanner.js';
import type { LogRows } from '../log/rows.js';
import { LogEvents } from '../pairing/log-events.js';
import { StreamSink } from '../pairing/stream-sink.js';
import { type FollowOptions, growingFile } from './growing-file.js';

/** What is next in a log that grows. */
export type LogGrowth =
  | LogPart
  /** All of the log has been read that there is. */
  | { readonly kind: 'current'; readonly rows: number }
  /** The log was begun anew: what was told before is not part of it. */
  | { readonly kind: 'anew' };

/** Events of the log, valid until what is next is asked for. */
export interface LogPart {
  readonly kind: 'events';
  readonly events: EventBatch;
  /** Lines of the log that the failures among them are in. */
  readonly failureLines: readonly number[];
  /** Without times, the number of the event is its time. */
  readonly hasTimes: boolean;
}

/** The file to follow: the path itself, or the only log of a folder. A log may be empty as yet. */
async function logAt(path: string, signal: AbortSignal): Promise<string> {
  const known = await stat(path).catch(() => undefined);
  if (known?.isFile() && known.size === 0) return path;
  const { logs } = await findLogs(path, signal);
  if (logs.length > 1)
    throw rmmErrors.severalLogs(
      path,
      logs.map(({ label }) => label),
    );
  return logs[0].path;
}

/**
 * Follows a log that grows, from its begin on, until the signal is aborted. A log that is begun anew
 * is followed from there.
 *
 * @throws RlInsightError when there is no log, or it cannot be read.
 */
export async function* followLog(
  path: string,
  signal: AbortSignal,
  options: FollowOptions = {},
): AsyncGenerator<LogGrowth> {
  const file = await logAt(path, signal);
  let reader = new GrowingLog();
  try {
    for await (const growth of growingFile(file, signal, options)) {
      if (growth.kind === 'anew') {
        reader = new GrowingLog();
        yield growth;
      } else if (growth.kind === 'bytes') yield* reader.parts(growth.bytes);
      else yield { kind: 'current', rows: reader.rows };
    }
  } catch (error) {
    if (!(error instanceof Error) || !('syscall' in error)) throw error;
    throw inputUnreadable(file, `cannot be read: ${error.message}`);
  }
}

/** One log from its begin on. */
class GrowingLog {
  readonly #scanner = new LogScanner();
  readonly #events = new LogEvents(new StreamSink(BATCH_ROWS));

  get rows(): number {
    return this.#scanner.rows;
  }

  *parts(bytes: Uint8Array): Generator<LogPart> {
    for (const rows of this.#scanner.push(bytes)) yield this.#part(rows);
    for (const rows of this.#scanner.flush()) yield this.#part(rows);
  }

  #part(rows: LogRows): LogPart {
    const { sink } = this.#events;
    sink.clear();
    this.#events.add(rows);
    return {
      kind: 'events',
      events: sink.batch,
      failureLines: sink.failureLines,
      hasTimes: this.#events.hasTimes,
    };
  }
}
