import { stat } from 'node:fs/promises';
import { inputUnreadable } from '@rl-insight/core/errors';
import { findLogs } from '../discover/find-logs.js';
import { rmmErrors } from '../errors.js';
import { LogScanner } from '../log/log-scanner.js';
import { type FollowOptions, growingFile } from './growing-file.js';
import { type FailureReport, Outstanding } from './outstanding.js';

/** What a log says up to now. */
export interface LogState {
  readonly outstanding: Outstanding;
  readonly scanner: LogScanner;
  /** Allocations that failed since the state before. */
  readonly failures: readonly FailureReport[];
  /** Whether all of the log has been read that there is. */
  readonly isCurrent: boolean;
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
): AsyncGenerator<LogState> {
  const file = await logAt(path, signal);
  let outstanding = new Outstanding();
  let scanner = new LogScanner();
  try {
    for await (const growth of growingFile(file, signal, options)) {
      if (growth.kind === 'anew') {
        outstanding = new Outstanding();
        scanner = new LogScanner();
        continue;
      }
      const failures: FailureReport[] = [];
      if (growth.kind === 'bytes') {
        for (const rows of scanner.push(growth.bytes)) failures.push(...outstanding.add(rows));
        for (const rows of scanner.flush()) failures.push(...outstanding.add(rows));
      }
      yield { outstanding, scanner, failures, isCurrent: growth.kind === 'end' };
    }
  } catch (error) {
    if (!(error instanceof Error) || !('syscall' in error)) throw error;
    throw inputUnreadable(file, `cannot be read: ${error.message}`);
  }
}
