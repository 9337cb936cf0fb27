import { totalmem } from 'node:os';

/** Of the machine's memory; the rest is left to whatever else runs there. */
const SHARE = 0.5;
const LEAST_MB = 256;

/** What a run may use when nothing else is said, MiB. A container's own limit is respected. */
export function defaultMemoryLimitMb(): number {
  const allowed = process.constrainedMemory?.() ?? 0;
  const bytes = allowed > 0 && allowed < totalmem() ? allowed : totalmem();
  return Math.max(LEAST_MB, Math.floor((bytes * SHARE) / 2 ** 20));
}
