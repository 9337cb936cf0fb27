import type { AllocatorHistory } from '@rl-insight/memory-model';
import type { Theme } from '../style/theme.js';
import { BAR_PX, type SegmentMap } from './segment-map.js';

/** Draws a frame around the block of an allocation, where it is there. */
export function paintChosen(
  context: CanvasRenderingContext2D,
  map: SegmentMap,
  { blocks }: AllocatorHistory,
  row: number,
  theme: Theme,
): void {
  const { spans } = map.state;
  context.strokeStyle = theme.text;
  context.lineWidth = 2;
  for (let span = 0; span < spans.block.length; span++) {
    const block = spans.block[span];
    if (block < 0 || blocks.row[block] !== row) continue;
    for (const [pool, line, from, to] of map.stretches(spans.position[span], spans.bytes[span])) {
      const y = map.lineTop(pool, line);
      context.strokeRect(from - 1, y - 1, to - from + 2, BAR_PX + 2);
    }
  }
}
