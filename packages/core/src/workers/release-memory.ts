import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** Below this there is nothing worth the time that a collection takes. */
const WORTH_BYTES = 300 << 20;

let collect: (() => void) | undefined;

/**
 * Gives back the memory of what is no longer used, in a process that has become large. The engine
 * waits with that until it has to, and columns of hundreds of megabytes that nobody needs any more
 * would stand beside those of the next stage.
 */
export function releaseMemory(): void {
  if (process.memoryUsage.rss() < WORTH_BYTES) return;
  if (collect === undefined) {
    // The engine has no other way to be asked.
    setFlagsFromString('--expose-gc');
    collect = runInNewContext('gc') as () => void;
  }
  collect();
}
