import type { Theme } from '../style/theme.js';
import { t } from '../text/text.js';
import type { HeatRow } from './heat-rows.js';
import type { TimeMap } from './time-map.js';

/** Where things are: rows have one height, their lanes share it. */
export interface HeatLayout {
  readonly rows: readonly HeatRow[];
  /** Row of each lane. */
  readonly rowOfLane: readonly number[];
  readonly laneHeight: number;
  readonly labelWidth: number;
  readonly width: number;
  /** The part of the rows that is in view, px. */
  readonly top: number;
  readonly height: number;
}

/** From this height on lanes are apart, and rows have labels each. */
const APART_PX = 7;
const LABEL_PX = 11;
const FONT = '11px system-ui, sans-serif';

export function rowsOfLanes(rows: readonly HeatRow[]): number[] {
  return rows.flatMap(({ lanes }, row) => lanes.map(() => row));
}

/** Draws the rows in view: what was not recorded, the cells, the labels. */
export function paintRows(
  context: CanvasRenderingContext2D,
  bitmap: HTMLCanvasElement,
  layout: HeatLayout,
  theme: Theme,
): void {
  const { rowOfLane, laneHeight, labelWidth, width, top, height } = layout;
  const first = Math.max(0, Math.floor(top / laneHeight));
  const end = Math.min(rowOfLane.length, Math.ceil((top + height) / laneHeight));
  context.imageSmoothingEnabled = false;
  const gap = laneHeight >= APART_PX ? 1 : 0;
  for (let lane = first; lane < end; lane++) {
    const y = lane * laneHeight - top;
    context.fillStyle = theme.gap;
    context.fillRect(labelWidth, y, width, laneHeight - gap);
    context.drawImage(bitmap, 0, lane, width, 1, labelWidth, y, width, laneHeight - gap);
  }
  paintLabels(context, layout, first, end, theme);
}

/** As many labels as have room: of each rank, or of round ones. */
function paintLabels(
  context: CanvasRenderingContext2D,
  { rows, rowOfLane, laneHeight, labelWidth, top }: HeatLayout,
  first: number,
  end: number,
  theme: Theme,
): void {
  const every = [1, 2, 4, 8, 16].find((step) => step * laneHeight >= LABEL_PX) ?? 16;
  const severalDevices = rows.some(({ rank }, i) => i > 0 && rows[i - 1].rank === rank);
  context.font = FONT;
  context.textBaseline = 'middle';
  context.textAlign = 'right';
  for (let lane = first; lane < end; lane++) {
    const isFirst = lane === 0 || rowOfLane[lane - 1] !== rowOfLane[lane];
    const { rank, device, lanes } = rows[rowOfLane[lane]];
    if (!isFirst || rowOfLane[lane] % every !== 0) continue;
    const lanesOfLabel = every === 1 ? lanes.length : every;
    const y = lane * laneHeight - top + (laneHeight * lanesOfLabel) / 2;
    const name = t('rank', { rank });
    const isRoomy = every === 1;
    context.fillStyle = theme.text;
    const text = isRoomy || severalDevices ? `${name} · ${device}` : name;
    context.fillText(text, labelWidth - 8, y, labelWidth - 10);
  }
}

/** Lines where gaps are drawn short. */
export function paintCuts(
  context: CanvasRenderingContext2D,
  { pieces }: TimeMap,
  { labelWidth, height }: HeatLayout,
  theme: Theme,
): void {
  for (const { isCut, leftPx, rightPx } of pieces) {
    if (!isCut) continue;
    context.fillStyle = theme.ground;
    context.fillRect(labelWidth + leftPx + 1, 0, rightPx - leftPx - 2, height);
    context.strokeStyle = theme.border;
    context.setLineDash([2, 3]);
    context.beginPath();
    const x = Math.round(labelWidth + (leftPx + rightPx) / 2) + 0.5;
    context.moveTo(x, 0);
    context.lineTo(x, height);
    context.stroke();
    context.setLineDash([]);
  }
}

/** A ring around the highest of all cells. */
export function paintPeak(
  context: CanvasRenderingContext2D,
  x: number,
  y: number,
  theme: Theme,
): void {
  for (const [colour, line] of [
    [theme.ground, 4.5],
    [theme.unreleased, 2.5],
  ] as const) {
    context.strokeStyle = colour;
    context.lineWidth = line;
    context.beginPath();
    context.arc(x, y, 6, 0, Math.PI * 2);
    context.stroke();
  }
}
