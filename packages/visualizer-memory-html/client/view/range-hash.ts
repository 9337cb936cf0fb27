import type { TimeRange } from '../data/windows.js';
import { exactMs, parseMs } from '../format/time.js';

/** A range as the end of a page's address, to lead to another page with it. */
export function rangeHash({ left, right }: TimeRange): string {
  return `#range=${exactMs(left)},${exactMs(right)}`;
}

/** The range of an address; undefined where it has none. */
export function rangeFromHash(hash: string): TimeRange | undefined {
  const [, from, to] = /^#range=([\d.-]+),([\d.-]+)$/.exec(hash) ?? [];
  if (from === undefined || to === undefined) return undefined;
  const left = parseMs(from);
  const right = parseMs(to);
  return left !== undefined && right !== undefined && left < right ? { left, right } : undefined;
}
