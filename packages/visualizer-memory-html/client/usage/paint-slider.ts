import type { TimeRange } from '../data/windows.js';
import type { Theme } from '../style/theme.js';
import { TimeScale } from '../view/time-scale.js';
import type { PlotBox } from './overlay-painter.js';
import { SLIDER_PX, SLIDER_TOP_PX } from './usage-figure.js';

const HANDLE_PX = 5;
const MASK_SHARE = 0.28;

/**
 * Draws the window of the range slider where it is while a hand moves the range; Plotly's own, which
 * takes many times as long to draw, follows when the hand rests.
 */
export function paintSlider(
  context: CanvasRenderingContext2D,
  box: PlotBox,
  range: TimeRange,
  slider: TimeRange,
  theme: Theme,
): void {
  const scale = new TimeScale(slider, box.width);
  const within = (px: number) => Math.min(scale.width, Math.max(0, px));
  const left = within(scale.x(range.left));
  const right = within(scale.x(range.right));
  const top = box.top + box.height + SLIDER_TOP_PX;
  context.globalAlpha = MASK_SHARE;
  context.fillStyle = theme.mutedText;
  context.fillRect(box.left, top, left, SLIDER_PX);
  context.fillRect(box.left + right, top, scale.width - right, SLIDER_PX);
  context.globalAlpha = 1;
  context.fillStyle = theme.accent;
  for (const x of [left, right]) {
    context.fillRect(box.left + x - HANDLE_PX / 2, top + SLIDER_PX / 4, HANDLE_PX, SLIDER_PX / 2);
  }
}
