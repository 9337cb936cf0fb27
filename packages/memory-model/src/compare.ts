import type { Holder } from './holders.js';

/** What two selections hold of one operator and call stack. */
export interface Difference {
  readonly name: string;
  readonly user_frame: string;
  /** As the right selection has it; the left one's where the right one has none. */
  readonly call_stack: string;
  readonly left_bytes: number;
  readonly right_bytes: number;
  /** Right less left. */
  readonly delta_bytes: number;
  readonly left_count: number;
  readonly right_count: number;
}

const PACKAGES = /^.*[/\\](?:site|dist)-packages[/\\]/;
const STANDARD_LIBRARY = /^.*[/\\]lib[/\\]python\d[^/\\]*[/\\]/;
/** What is kept of another path: enough to tell files apart, not where a checkout lies. */
const DIRECTORIES = 3;

/** A call stack without where its files were installed, so that two machines' stacks are one. */
export function normaliseStack(callStack: string): string {
  return callStack
    .split(/;\r?\n/)
    .map((frame) => {
      const short = frame.replace(PACKAGES, '').replace(STANDARD_LIBRARY, '');
      if (short !== frame || !/^(?:[A-Za-z]:)?[/\\]/.test(frame)) return short;
      return frame.split(/[/\\]/).slice(-DIRECTORIES).join('/');
    })
    .join(';\r\n');
}

/**
 * What grew and what shrank from one list of holders to another, by operator and call stack. What is
 * equal is left out. The largest change first; ties by name. O(n log n).
 */
export function compareHolders(left: readonly Holder[], right: readonly Holder[]): Difference[] {
  const all = new Map<string, { -readonly [K in keyof Difference]: Difference[K] }>();
  const take = (holder: Holder, side: 'left' | 'right') => {
    const key = `${holder.name}\n${normaliseStack(holder.call_stack)}`;
    let difference = all.get(key);
    if (difference === undefined) {
      const { name, user_frame, call_stack } = holder;
      difference = {
        name,
        user_frame,
        call_stack,
        left_bytes: 0,
        right_bytes: 0,
        delta_bytes: 0,
        left_count: 0,
        right_count: 0,
      };
      all.set(key, difference);
    }
    if (side === 'right') difference.call_stack = holder.call_stack;
    difference[`${side}_bytes`] += holder.bytes;
    difference[`${side}_count`] += holder.count;
    difference.delta_bytes = difference.right_bytes - difference.left_bytes;
  };
  for (const holder of left) take(holder, 'left');
  for (const holder of right) take(holder, 'right');
  return [...all.values()]
    .filter(({ delta_bytes }) => delta_bytes !== 0)
    .sort(
      (a, b) =>
        Math.abs(b.delta_bytes) - Math.abs(a.delta_bytes) ||
        (a.name < b.name ? -1 : a.name > b.name ? 1 : 0) ||
        (a.call_stack < b.call_stack ? -1 : 1),
    );
}
