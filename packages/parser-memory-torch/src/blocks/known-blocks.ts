import type { AllocatorSettings } from '../snapshot/allocator-settings.js';
import type { DeviceState } from '../snapshot/device-state.js';
import { Tally } from '../snapshot/tally.js';
import { blockLevels } from './block-levels.js';
import { BlockRule } from './block-rule.js';
import { type BlockSizes, blockSizes, type SizeSource } from './block-sizes.js';
import type { BlockSample } from './level-samples.js';

/** What is known of a device's blocks in the sizes that its allocator made of requests. */
export interface KnownBlocks {
  /** Undefined where sizes are told of the final state alone. */
  readonly sizes: BlockSizes | undefined;
  /** Levels over the trace; empty without sizes. */
  readonly samples: readonly BlockSample[];
  /** Blocks whose sizes are not what the allocator makes of requests. */
  readonly contradictions: Tally;
}

/** Where nothing but the final state tells sizes. */
export const NO_BLOCKS: KnownBlocks = {
  sizes: undefined,
  samples: [],
  contradictions: new Tally(),
};

/** Bytes that the allocator of NPUs adds to each request; that of CUDA adds none. */
const NPU_PADDING = 32;

/**
 * The sizes of all blocks of a snapshot, by the rule of PyTorch's allocator that fits what the file
 * tells. Pinned memory of the host has an allocator of another kind, and is not asked.
 *
 * @param isNpu which rule is tried first: a file of few blocks may fit both
 */
export function knownBlocks(
  source: SizeSource,
  state: DeviceState | undefined,
  settings: AllocatorSettings,
  isNpu: boolean,
): KnownBlocks {
  if (state === undefined) return NO_BLOCKS;
  let { contradictions } = NO_BLOCKS;
  const isExpandable = settings.isExpandable ?? source.trace.segments.some(({ isPart }) => isPart);
  const paddings = isNpu ? [NPU_PADDING, 0] : [0, NPU_PADDING];
  for (const padding of paddings) {
    const sizes = blockSizes(source, new BlockRule(settings, isExpandable, padding));
    if (sizes instanceof Tally) {
      if (padding === paddings[0]) contradictions = sizes;
      continue;
    }
    const samples = blockLevels(source, state, sizes.bytes);
    if (samples !== undefined) return { ...NO_BLOCKS, sizes, samples };
  }
  return { ...NO_BLOCKS, contradictions };
}
