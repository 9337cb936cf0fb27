import { countsEvents } from '../format/axis.js';
import type { Theme } from '../style/theme.js';
import { t } from '../text/text.js';
import type { TimeScale } from '../view/time-scale.js';
import { timeTicks } from './time-ticks.js';

/** From the unit to the begin of the axis: the first label may reach a little beyond it. */
const UNIT_PX = 60;
const FONT = '11px system-ui, sans-serif';

/** Where a time axis is drawn: grid lines from `top` to `bottom`, labels below. */
export interface AxisPlace {
  readonly left: number;
  readonly top: number;
  readonly bottom: number;
}

/** Draws the grid lines and labels of the time axis, the same ones for each chart of a width. */
export function paintAxis(
  context: CanvasRenderingContext2D,
  scale: TimeScale,
  { left, top, bottom }: AxisPlace,
  theme: Theme,
): void {
  context.font = FONT;
  if (countsEvents()) paintUnit(context, left, bottom, theme);
  context.textBaseline = 'top';
  context.lineWidth = 1;
  for (const { ns, text } of timeTicks(scale.left, scale.right, scale.width)) {
    const x = left + scale.x(ns);
    const line = Math.round(x) + 0.5;
    context.strokeStyle = theme.grid;
    context.beginPath();
    context.moveTo(line, top);
    context.lineTo(line, bottom);
    context.stroke();
    context.strokeStyle = theme.border;
    context.beginPath();
    context.moveTo(line, bottom);
    context.lineTo(line, bottom + 4);
    context.stroke();
    context.fillStyle = theme.mutedText;
    const half = context.measureText(text).width / 2;
    // Labels at the edges stay within the picture.
    const at = Math.min(left + scale.width + 14 - half, Math.max(left - 8 + half, x));
    context.textAlign = 'center';
    context.fillText(text, at, bottom + 6);
  }
}

/** What the numbers count, left of the first. */
function paintUnit(
  context: CanvasRenderingContext2D,
  left: number,
  bottom: number,
  theme: Theme,
): void {
  context.textBaseline = 'top';
  context.textAlign = 'right';
  context.fillStyle = theme.mutedText;
  context.fillText(t('axisUnit'), left - UNIT_PX, bottom + 6);
}
