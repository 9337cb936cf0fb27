import { firstFrom } from '@rl-insight/memory-model';
import type { AllocationStore } from '../data/allocation-store.js';
import type { Theme } from '../style/theme.js';
import type { TimeScale } from '../view/time-scale.js';
import type { Lane, LaneRow } from './lane.js';
import { type LaneLayout, rowHeight, rowTop } from './lane-layout.js';

/** Draws a frame around the selected allocation. */
export function paintSelection(
  context: CanvasRenderingContext2D,
  store: AllocationStore,
  lanes: readonly Lane[],
  layout: LaneLayout,
  scale: TimeScale,
  top: number,
  selected: number | undefined,
  theme: Theme,
): void {
  if (selected === undefined || !store.has(selected)) return;
  const place = lanes.findIndex(({ name }) => name === store.name[selected]);
  if (place < 0) return;
  const lane = lanes[place];
  const own = lane.rows.findIndex((row) => holds(row, selected, store.startNs[selected]));
  const row = own < 0 ? lane.rows.length : own;
  const x = Math.max(-4, scale.x(store.startNs[selected]));
  const right = Math.min(scale.width + 4, scale.x(store.endNs[selected]));
  if (right < -2 || x > scale.width + 2) return;
  const y = layout.tops[place] - top + rowTop(lane, row);
  context.lineWidth = 2;
  context.strokeStyle = theme.plotGround;
  context.strokeRect(x - 2.5, y - 2.5, Math.max(2, right - x) + 5, rowHeight(lane, row) + 4);
  context.strokeStyle = theme.text;
  context.strokeRect(x - 1, y - 1, Math.max(2, right - x) + 2, rowHeight(lane, row) + 1);
}

function holds({ index, start }: LaneRow, allocation: number, startNs: number): boolean {
  for (let i = firstFrom(start, startNs); i < start.length && start[i] === startNs; i++) {
    if (index[i] === allocation) return true;
  }
  return false;
}
