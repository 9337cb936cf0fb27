import { stat } from 'node:fs/promises';
import type { Detection } from '@rl-insight/core';
import { filesBelow } from '@rl-insight/core/run';
import { sniffTrace } from '../trace/find-traces.js';
import type { Sniffed } from './find-files.js';
import { sniffSnapshot } from './sniff.js';

const ORDER = ['none', 'maybe', 'certain'] as const;

/** What the files at a path are, of which the surest counts. */
async function detect(
  path: string,
  signal: AbortSignal,
  sniff: (path: string) => Promise<Sniffed>,
  what: string,
): Promise<Detection> {
  const isFolder = (await stat(path)).isDirectory();
  const counts = { none: 0, maybe: 0, certain: 0 };
  let reason = 'there is no file';
  for (const file of isFolder ? await filesBelow(path) : [path]) {
    signal.throwIfAborted();
    const seen = await sniff(file);
    counts[seen.certainty]++;
    reason = seen.reason;
  }
  const certainty = ORDER.findLast((one) => counts[one] > 0) ?? 'none';
  if (certainty === 'none') {
    return { certainty, found: isFolder ? `no ${what} in any of its files` : reason };
  }
  const count = counts[certainty];
  const found = count === 1 ? `a ${what}` : `${count} files that are each a ${what}`;
  return { certainty, found: certainty === 'certain' ? found : `${found}, perhaps` };
}

/** Whether there are memory snapshots of PyTorch at a path. */
export function detectSnapshots(path: string, signal: AbortSignal): Promise<Detection> {
  return detect(path, signal, sniffSnapshot, 'memory snapshot of PyTorch');
}

/** Whether there are traces of PyTorch's profiler at a path. */
export function detectTraces(path: string, signal: AbortSignal): Promise<Detection> {
  return detect(path, signal, sniffTrace, 'trace of PyTorch’s profiler');
}
