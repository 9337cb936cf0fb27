import { byteTicks } from '../format/bytes.js';
import type { Theme } from '../style/theme.js';
import { levelY, type PlotBox } from './overlay-painter.js';
import type { LevelRange } from './usage-figure.js';

const PX_PER_TICK = 34;

/** Draws the axis of bytes for as long as Plotly, which draws it then, is not there. */
export function paintLevels(
  context: CanvasRenderingContext2D,
  box: PlotBox,
  levels: LevelRange,
  theme: Theme,
): void {
  context.fillStyle = theme.plotGround;
  context.fillRect(box.left, box.top, box.width, box.height);
  context.font = '11px system-ui, sans-serif';
  context.textAlign = 'right';
  context.textBaseline = 'middle';
  const most = Math.max(2, Math.floor(box.height / PX_PER_TICK));
  for (const { bytes, text } of byteTicks(levels.low, levels.high, most)) {
    const y = Math.round(box.top + levelY(bytes, levels, box.height)) + 0.5;
    if (y < box.top || y > box.top + box.height + 1) continue;
    context.strokeStyle = theme.grid;
    context.lineWidth = 1;
    context.beginPath();
    context.moveTo(box.left, y);
    context.lineTo(box.left + box.width, y);
    context.stroke();
    context.fillStyle = theme.mutedText;
    context.fillText(text, box.left - 6, y);
  }
}
