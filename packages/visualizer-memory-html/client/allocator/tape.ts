import { type AllocatorState, firstAfter } from '@rl-insight/memory-model';

/** How the segments of a pool follow each other. */
export const SEGMENT_ORDERS = ['address', 'size'] as const;
export type SegmentOrder = (typeof SEGMENT_ORDERS)[number];

/** Between segments, and the least that one takes, so that each is seen. */
const GAP_PX = 3;
const LEAST_PX = 2;

/** The segments of a pool one after another on one long line, which is then cut into lines of a width. */
export interface Tape {
  /** Places among the segments of the state, in their order. */
  readonly segments: readonly number[];
  /** Where each begins, and the end of the last, px. */
  readonly starts: Float64Array;
  readonly lines: number;
}

/** The segments of each pool of a state, in order. */
export function segmentsByPool(
  { segments, pools }: AllocatorState,
  order: SegmentOrder,
): number[][] {
  const lists: number[][] = pools.map(() => []);
  segments.pool.forEach((pool, segment) => {
    lists[pool].push(segment);
  });
  const { bytes } = segments;
  if (order === 'size') for (const list of lists) list.sort((a, b) => bytes[b] - bytes[a] || a - b);
  return lists;
}

export function tapeOf(
  segments: readonly number[],
  bytes: Float64Array,
  bytesPerPx: number,
  width: number,
): Tape {
  const starts = new Float64Array(segments.length + 1);
  segments.forEach((segment, i) => {
    starts[i + 1] = starts[i] + GAP_PX + Math.max(LEAST_PX, bytes[segment] / bytesPerPx);
  });
  return { segments, starts, lines: Math.max(1, Math.ceil(starts[segments.length] / width)) };
}

/** How long a segment is on its tape, px. */
export function lengthOn({ starts }: Tape, place: number): number {
  return starts[place + 1] - starts[place] - GAP_PX;
}

/** The place of a segment on a tape, and how much of its bytes lie before the point; undefined in gaps. */
export function placeOn(
  tape: Tape,
  px: number,
): { readonly place: number; readonly share: number } | undefined {
  const place = firstAfter(tape.starts, px) - 1;
  if (place < 0 || place >= tape.segments.length) return undefined;
  const share = (px - tape.starts[place]) / lengthOn(tape, place);
  return share < 1 ? { place, share } : undefined;
}
