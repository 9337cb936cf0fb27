import type { Detection } from '@rl-insight/core';
import { findCaptures } from './find-captures.js';

/** Whether there are captures at or below a path, by what is in its folders. */
export async function detectCaptures(path: string, signal: AbortSignal): Promise<Detection> {
  const { folders } = await findCaptures(path, signal);
  if (folders.length === 0) return { certainty: 'none', found: 'no folder of an Ascend capture' };
  const found = folders.length === 1 ? 'an Ascend capture' : `${folders.length} Ascend captures`;
  return { certainty: 'certain', found };
}
