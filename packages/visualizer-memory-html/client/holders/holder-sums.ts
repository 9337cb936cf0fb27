import { groupingOf } from '../colour/groupings.js';
import type { Group } from '../data/group.js';
import type { HolderGrouping } from '../view/choices.js';

/** Allocations that have something in common, and what they add up to. */
export interface HolderSum {
  readonly title: string;
  /** The user's own frame, where the call stack is what they have in common. */
  readonly frame: string;
  readonly bytes: number;
  readonly count: number;
  /** Of a comparison: what it was before. */
  readonly bytesBefore: number;
  /** Whether an allocation is one of them. */
  has(row: number): boolean;
}

interface Sum {
  bytes: number;
  count: number;
  bytesBefore: number;
}

/**
 * Sums of allocations by what they have in common, largest first; of two lists of allocations, by
 * how much has changed.
 */
export function holderSums(
  group: Group,
  by: HolderGrouping,
  rows: Int32Array,
  rowsBefore?: Int32Array,
): HolderSum[] {
  const key = holderKey(group, by);
  const { bytes } = group.store;
  const sums = new Map<number, Sum>();
  const sumOf = (row: number): Sum => {
    const of = key.of(row);
    let sum = sums.get(of);
    if (sum === undefined) {
      sum = { bytes: 0, count: 0, bytesBefore: 0 };
      sums.set(of, sum);
    }
    return sum;
  };
  for (const row of rows) {
    const sum = sumOf(row);
    sum.bytes += bytes[row];
    sum.count++;
  }
  for (const row of rowsBefore ?? []) sumOf(row).bytesBefore += bytes[row];
  const weight = (sum: Sum) => (rowsBefore === undefined ? sum.bytes : Math.abs(changeOf(sum)));
  return [...sums]
    .filter(([, sum]) => rowsBefore === undefined || sum.bytes !== sum.bytesBefore)
    .map(([of, sum]) => ({ ...sum, ...key.textOf(of), has: (row: number) => key.of(row) === of }))
    .sort(
      (a, b) => weight(b) - weight(a) || compare(a.title, b.title) || compare(a.frame, b.frame),
    );
}

export function changeOf({ bytes, bytesBefore }: Pick<HolderSum, 'bytes' | 'bytesBefore'>): number {
  return bytes - bytesBefore;
}

interface HolderKey {
  of(row: number): number;
  textOf(key: number): { readonly title: string; readonly frame: string };
}

/** Operators with their call stacks, or one of the groupings. */
function holderKey(group: Group, by: HolderGrouping): HolderKey {
  if (by !== 'holder') {
    const grouping = groupingOf(group, by);
    return {
      of: grouping.keyOf,
      textOf: (key) => ({ title: grouping.textOf(key), frame: '' }),
    };
  }
  const { store } = group;
  const stacks = group.stacks.count + 1;
  return {
    of: (row) => store.name[row] * stacks + store.stack[row],
    textOf: (key) => ({
      title: group.nameOf(Math.floor(key / stacks)),
      frame: group.userFrameOf(key % stacks),
    }),
  };
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
