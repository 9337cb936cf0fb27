import type { Theme } from '../style/theme.js';
import type { TimeScale } from '../view/time-scale.js';
import type { MarkedTimes } from './marked-times.js';

/** Height of the strip that entries are marked in. */
export const MARKED_PX = 7;
const TINT = 0.1;

/** Marks when there are entries of a scope: each pixel that one is in, those where one begins higher. */
export function paintMarked(
  context: CanvasRenderingContext2D,
  marked: MarkedTimes,
  scale: TimeScale,
  height: number,
  theme: Theme,
): void {
  const columns = Math.ceil(scale.width);
  context.fillStyle = theme.accent;
  let begin = -1;
  const flush = (x: number) => {
    if (begin < 0) return;
    context.fillRect(begin, height - MARKED_PX + 2, x - begin, MARKED_PX - 2);
    context.globalAlpha = TINT;
    context.fillRect(begin, 0, x - begin, height);
    context.globalAlpha = 1;
    begin = -1;
  };
  for (let x = 0; x < columns; x++) {
    const [from, to] = [scale.ns(x), scale.ns(x + 1)];
    if (!marked.isThere(from, to)) flush(x);
    else if (begin < 0) begin = x;
    if (marked.beginsIn(from, to)) context.fillRect(x, height - MARKED_PX, 1, MARKED_PX);
  }
  flush(columns);
}
