import type { MemoryGroup } from '@rl-insight/memory-contract';
import type { BlockArrays } from './block-arrays.js';
import type { UserFrames } from './user-frame.js';

/** Blocks of one operator and call stack, and what they add up to. */
export interface Holder {
  readonly name: string;
  /** The user's own frame of the call stack; '' where there is no stack. */
  readonly user_frame: string;
  readonly call_stack: string;
  /** How the stack was found. */
  readonly stack_match: string;
  readonly bytes: number;
  readonly count: number;
}

/** Blocks that are summed up together. */
interface Sum {
  row: number;
  bytes: number;
  count: number;
  firstNs: number;
}

/** What tells blocks apart that are summed up together. */
export type GroupKey = (row: number) => number | string;

/** Sums of blocks by a key, the largest first. */
export function sumBlocks(blocks: BlockArrays, rows: Int32Array, key: GroupKey): Sum[] {
  const sums = new Map<number | string, Sum>();
  for (const row of rows) {
    const of = key(row);
    const sum = sums.get(of);
    if (sum === undefined) {
      sums.set(of, { row, bytes: blocks.bytes[row], count: 1, firstNs: blocks.startNs[row] });
      continue;
    }
    sum.bytes += blocks.bytes[row];
    sum.count++;
    sum.firstNs = Math.min(sum.firstNs, blocks.startNs[row]);
  }
  return [...sums.values()];
}

/** Largest first; ties by name, then by call stack, so that equal inputs give equal lists. */
export function bySize(
  a: Pick<Holder, 'bytes' | 'name' | 'call_stack'>,
  b: Pick<Holder, 'bytes' | 'name' | 'call_stack'>,
): number {
  if (a.bytes !== b.bytes) return b.bytes - a.bytes;
  if (a.name !== b.name) return a.name < b.name ? -1 : 1;
  return a.call_stack < b.call_stack ? -1 : a.call_stack > b.call_stack ? 1 : 0;
}

/** A number for the operator and call stack of a row. */
export function holderKey({ allocations }: MemoryGroup): (row: number) => number {
  const name = allocations.text('name');
  const stack = allocations.text('call_stack');
  const stacks = stack.values.length + 1;
  return (row) => (name.codes[row] + 1) * stacks + stack.codes[row] + 1;
}

/**
 * Who holds the blocks of `rows`: by operator and call stack, the largest first. O(n + k log k).
 */
export function holders(
  group: MemoryGroup,
  blocks: BlockArrays,
  rows: Int32Array,
  frames: UserFrames,
): (Holder & { readonly firstNs: number })[] {
  const { allocations } = group;
  const name = allocations.text('name');
  const stack = allocations.text('call_stack');
  const match = allocations.text('stack_match');
  return sumBlocks(blocks, rows, holderKey(group))
    .map(({ row, bytes, count, firstNs }) => {
      const callStack = stack.values[stack.codes[row]] ?? '';
      return {
        name: name.values[name.codes[row]] ?? '',
        user_frame: callStack === '' ? '' : frames.of(callStack),
        call_stack: callStack,
        stack_match: match.values[match.codes[row]] ?? 'none',
        bytes,
        count,
        firstNs,
      };
    })
    .sort(bySize);
}
