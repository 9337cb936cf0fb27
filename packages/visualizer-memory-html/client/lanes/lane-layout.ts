import { StackedRows } from '../view/stacked-rows.js';
import type { Lane } from './lane.js';

/** Height of a row by how many rows its lane has: lanes of many are not to fill the screen. */
const ROW_PX = [14, 14, 12, 9, 8];
/** The row of what overlaps more deeply has numbers in it. */
const DEEP_ROW_PX = 13;
const PAD_PX = 3;

/** The rows of a lane that are drawn: its own, and the one for what overlaps more deeply. */
export function rowCount({ rows, deep }: Lane): number {
  return rows.length + (deep === undefined ? 0 : 1);
}

export function rowHeight(lane: Lane, row: number): number {
  if (row === lane.rows.length) return DEEP_ROW_PX;
  return ROW_PX[rowCount(lane)];
}

/** The row at a height within its lane; undefined between the lanes. */
export function rowAt(lane: Lane, y: number): number | undefined {
  for (let row = rowCount(lane) - 1; row >= 0; row--) {
    if (y >= rowTop(lane, row))
      return y < rowTop(lane, row) + rowHeight(lane, row) ? row : undefined;
  }
  return undefined;
}

/** Where a row begins within its lane. */
export function rowTop(lane: Lane, row: number): number {
  return PAD_PX + row * rowHeight(lane, 0);
}

/** Where the lanes stand, px from the top of the first. */
export class LaneLayout extends StackedRows {
  constructor(lanes: readonly Lane[]) {
    super(lanes.map(laneHeight));
  }
}

function laneHeight(lane: Lane): number {
  const last = rowCount(lane) - 1;
  return rowTop(lane, last) + rowHeight(lane, last) + PAD_PX;
}
