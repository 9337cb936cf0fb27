import { FRAME_SEPARATOR, type MemoryGroup, type TextColumn } from '@rl-insight/memory-contract';
import type { BlockArrays } from './block-arrays.js';
import { rangesOf } from './group-ranges.js';
import { sumBlocks } from './holders.js';
import { LIFETIME_LIMITS, lifetimePlace } from './lifetimes.js';
import { RangeFilter } from './range-filter.js';
import { scopePaths } from './scope-paths.js';
import type { UserFrames } from './user-frame.js';

/** What live blocks can be summed up by. */
export const GROUPINGS = [
  'operator',
  'user_frame',
  'call_stack',
  'scope',
  'thread',
  'stream',
  'step',
  'allocator',
  'lifetime',
] as const;
export type Grouping = (typeof GROUPINGS)[number];

/** Blocks of one kind, and what they add up to. */
export interface LiveGroup {
  /** What they have in common; null where it is not known. */
  readonly key: string | null;
  readonly bytes: number;
  readonly count: number;
}

export interface GroupLiveOptions {
  readonly frames: UserFrames;
  /** For `call_stack`: how many frames, from the outermost in, must be the same; all when absent. */
  readonly prefixFrames?: number;
  /** For `scope`: which user ranges are scopes; all when absent. */
  readonly filter?: RangeFilter;
}

function lifetimeText(heldNs: number): string {
  if (Number.isNaN(heldNs)) return 'not released';
  const place = lifetimePlace(heldNs);
  return place < LIFETIME_LIMITS.length
    ? `under ${LIFETIME_LIMITS[place]}`
    : `${LIFETIME_LIMITS.at(-1)} and more`;
}

function textKey({ codes, values }: TextColumn): (row: number) => string | null {
  return (row) => values[codes[row]] ?? null;
}

function stackKey(
  { codes, values }: TextColumn,
  prefixFrames: number | undefined,
): (row: number) => string | null {
  const known: (string | null | undefined)[] = [];
  return (row) => {
    const code = codes[row];
    if (code < 0 || values[code] === '') return null;
    known[code] ??=
      prefixFrames === undefined
        ? values[code]
        : values[code].split(FRAME_SEPARATOR).slice(-prefixFrames).join(FRAME_SEPARATOR);
    return known[code] ?? null;
  };
}

function keyOf(
  group: MemoryGroup,
  blocks: BlockArrays,
  rows: Int32Array,
  by: Grouping,
  { frames, prefixFrames, filter = new RangeFilter() }: GroupLiveOptions,
): (row: number) => string | null {
  const { allocations } = group;
  const stacks = allocations.text('call_stack');
  switch (by) {
    case 'operator':
      return textKey(allocations.text('name'));
    case 'user_frame': {
      const stack = stackKey(stacks, undefined);
      return (row) => {
        const text = stack(row);
        return text === null ? null : frames.of(text);
      };
    }
    case 'call_stack':
      return stackKey(stacks, prefixFrames);
    case 'scope':
      return textKey(scopePaths(group, blocks, rows, rangesOf(group), filter));
    case 'thread': {
      const { threadId } = allocations;
      return (row) =>
        threadId === undefined || Number.isNaN(threadId[row]) ? null : String(threadId[row]);
    }
    case 'stream':
      return textKey(allocations.text('stream'));
    case 'step':
      return (row) => (allocations.step[row] < 0 ? null : String(allocations.step[row]));
    case 'allocator':
      return textKey(allocations.text('allocator'));
    case 'lifetime': {
      const { durationNs } = allocations;
      return (row) => lifetimeText(durationNs[row]);
    }
  }
}

/**
 * What rows add up to by something that they have in common, the largest first, ties by key. O(n); by
 * scope O(n log n).
 */
export function groupLive(
  group: MemoryGroup,
  blocks: BlockArrays,
  rows: Int32Array,
  by: Grouping,
  options: GroupLiveOptions,
): LiveGroup[] {
  const key = keyOf(group, blocks, rows, by, options);
  return sumBlocks(blocks, rows, (row) => key(row) ?? '\0')
    .map(({ row, bytes, count }) => ({ key: key(row), bytes, count }))
    .sort((a, b) => b.bytes - a.bytes || ((a.key ?? '') < (b.key ?? '') ? -1 : 1));
}
