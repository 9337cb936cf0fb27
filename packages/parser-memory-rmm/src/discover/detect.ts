import { stat } from 'node:fs/promises';
import type { Detection } from '@rl-insight/core';
import { isRlInsightError } from '@rl-insight/core/errors';
import { findLogs } from './find-logs.js';

/** Whether there are rows of RMM's logs in the file, or the files of the folder, at a path. */
export async function detectLogs(path: string, signal: AbortSignal): Promise<Detection> {
  try {
    const { logs } = await findLogs(path, signal);
    if (logs.every(({ sniffed }) => sniffed.kind === 'rmm')) {
      const found = logs.length === 1 ? 'a log of RMM' : `${logs.length} logs of RMM`;
      return { certainty: 'certain', found };
    }
    return { certainty: 'none', found: 'no row of RMM’s log at the begin' };
  } catch (error) {
    if (!isRlInsightError(error)) throw error;
    const isFolder = (await stat(path)).isDirectory();
    const where = isFolder ? 'in any of its files' : 'in it';
    return { certainty: 'none', found: `no row of RMM’s log ${where}` };
  }
}
