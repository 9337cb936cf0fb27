import type { CaptureEntry } from '../../src/page-data/format.js';
import { paintAxis } from '../axis/paint-axis.js';
import type { FailureMark } from '../failures/failure-marks.js';
import { paintFailureMarks } from '../failures/paint-marks.js';
import type { MarkedTimes } from '../scopes/marked-times.js';
import { MARKED_PX, paintMarked } from '../scopes/paint-marked.js';
import type { Theme } from '../style/theme.js';
import type { TimeScale } from '../view/time-scale.js';
import { gaps, type PeakMark, type ReleaseMark } from './marks.js';
import type { LevelRange } from './usage-figure.js';

/** The plot within the chart. */
export interface PlotBox {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

/** What is drawn over the lines. */
export interface Overlay {
  readonly captures: readonly CaptureEntry[];
  readonly releases: readonly ReleaseMark[];
  readonly peaks: readonly PeakMark[];
  /** Px from the plot's left edge of a range that is being marked. */
  readonly marking: readonly [number, number] | undefined;
  /** Times that the list of holders is about. */
  readonly moments: readonly number[];
  readonly failures: readonly FailureMark[];
  /** Number of the failure that is looked at. */
  readonly chosenFailure: number | undefined;
  /** When there are entries of the chosen scope. */
  readonly marked: MarkedTimes | undefined;
}

/** Marks of failures stand as far above the axis as this, and above the marks of a scope. */
const FAILURE_UP_PX = 8;

/** Height of a level within a plot, px from its top. */
export function levelY(bytes: number, { low, high }: LevelRange, height: number): number {
  return height * (1 - (bytes - low) / (high - low));
}

/** Draws the axis, the gaps between captures and the marks over the lines of the usage chart. */
export function paintOverlay(
  context: CanvasRenderingContext2D,
  box: PlotBox,
  scale: TimeScale,
  levels: LevelRange,
  overlay: Overlay,
  theme: Theme,
): void {
  paintAxis(context, scale, { left: box.left, top: box.top, bottom: box.top + box.height }, theme);
  context.save();
  context.translate(box.left, box.top);
  context.beginPath();
  context.rect(0, -6, box.width, box.height + 6);
  context.clip();
  context.fillStyle = theme.gap;
  for (const [from, to] of gaps(overlay.captures, scale)) {
    context.fillRect(scale.x(from), 0, scale.x(to) - scale.x(from), box.height);
  }
  context.fillStyle = theme.unreleased;
  for (const { x, level } of overlay.releases) {
    if (Number.isNaN(level)) continue;
    const y = Math.min(box.height, Math.max(0, levelY(level, levels, box.height)));
    triangle(context, x, y);
  }
  for (const { ns, bytes } of overlay.peaks) {
    peakDot(context, scale.x(ns), levelY(bytes, levels, box.height), theme);
  }
  const { marked } = overlay;
  if (marked !== undefined) paintMarked(context, marked, scale, box.height, theme);
  const failuresY = box.height - FAILURE_UP_PX - (marked === undefined ? 0 : MARKED_PX);
  const place = { y: failuresY, top: 0 };
  paintFailureMarks(context, overlay.failures, place, theme, overlay.chosenFailure);
  for (const ns of overlay.moments) momentLine(context, scale.x(ns), box.height, theme);
  if (overlay.marking !== undefined) {
    const [from, to] = overlay.marking;
    context.globalAlpha = 0.18;
    context.fillStyle = theme.accent;
    context.fillRect(Math.min(from, to), 0, Math.abs(to - from), box.height);
    context.globalAlpha = 1;
    context.fillRect(Math.min(from, to), 0, 1, box.height);
    context.fillRect(Math.max(from, to) - 1, 0, 1, box.height);
  }
  context.restore();
}

/** A line at a time that the reader asked about, with a handle on top. */
function momentLine(
  context: CanvasRenderingContext2D,
  x: number,
  height: number,
  theme: Theme,
): void {
  context.fillStyle = theme.accent;
  context.fillRect(Math.round(x) - 0.5, 0, 1.5, height);
  context.beginPath();
  context.moveTo(x - 5, -6);
  context.lineTo(x + 5, -6);
  context.lineTo(x, 3);
  context.closePath();
  context.fill();
}

/** Points down: memory that went without a row. */
function triangle(context: CanvasRenderingContext2D, x: number, y: number): void {
  context.beginPath();
  context.moveTo(x - 4, y - 7);
  context.lineTo(x + 4, y - 7);
  context.lineTo(x, y);
  context.closePath();
  context.fill();
}

function peakDot(context: CanvasRenderingContext2D, x: number, y: number, theme: Theme): void {
  context.beginPath();
  context.arc(x, y, 4, 0, Math.PI * 2);
  context.fillStyle = theme.live;
  context.fill();
  context.lineWidth = 1.5;
  context.strokeStyle = theme.plotGround;
  context.stroke();
}
