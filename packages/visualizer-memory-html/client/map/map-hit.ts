import type { MapLayout } from './layout.js';

/** What is at a place of a memory map. */
export type MapHit =
  | { readonly kind: 'one'; readonly row: number }
  /** Blocks that are too low to be seen as such, of one colour. */
  | { readonly kind: 'low'; readonly place: number; readonly bytes: number }
  /** What was there before the capture. */
  | { readonly kind: 'before'; readonly bytes: number };

/** @param bytes height of the place, from the bottom */
export function mapHit(
  { moments, blocks, tallBytes, lowBytes }: MapLayout,
  bytesOf: (row: number) => number,
  column: number,
  bytes: number,
): MapHit | undefined {
  let level = moments.bytes[column] - tallBytes[column];
  for (const low of lowBytes) level -= low[column];
  if (bytes < level) return { kind: 'before', bytes: level };
  level = Math.max(0, level);
  for (let i = 0; i < blocks.count; i++) {
    if (blocks.first[i] > column || blocks.last[i] < column) continue;
    level += bytesOf(blocks.row[i]);
    if (bytes < level) return { kind: 'one', row: blocks.row[i] };
  }
  for (const [place, low] of lowBytes.entries()) {
    level += low[column];
    if (bytes < level) return { kind: 'low', place, bytes: low[column] };
  }
  return undefined;
}
