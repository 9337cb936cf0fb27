import type { CaptureOptions } from './options.js';
import type { Random } from './random.js';
import type { EarlierBlock } from './torch-memory.js';

/** Weights and the like: 1 to 257 MiB, in units of 512 bytes. */
const SIZE_BITS = 19;
const LEAST_UNITS = 2048;

/**
 * Draws the blocks that are there when the capture starts, and when some of them are released. As in real captures the
 * first two releases are of 512 bytes and come before the first allocation; where the table lists them (V10) they come
 * after it, so that its first row is an allocation. The others follow allocations on their own device.
 */
export function drawEarlierBlocks(options: CaptureOptions, random: Random): EarlierBlock[] {
  const { count, released } = options.blocksFromBefore;
  const rowsOnDevice = options.allocations / options.devices;
  const early = options.variant !== 'V10' && released >= 4 ? 2 : 0;
  return Array.from({ length: count }, (_, index) => {
    const block: EarlierBlock = {
      units: LEAST_UNITS + random.magnitude(SIZE_BITS),
      device: index % options.devices,
      activeRelease: null,
      release: null,
      releaseAfter: null,
    };
    if (index < early) return { ...block, units: 1, device: 0, releaseAfter: 0 };
    if (index < released) {
      const share = (index - early + 1) / (released - early + 1);
      block.releaseAfter = Math.max(1, Math.floor(rowsOnDevice * share));
    }
    return block;
  });
}
