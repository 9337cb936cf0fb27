import type { Retry } from '../../src/page-data/failure-format.js';
import type { Theme } from '../style/theme.js';
import { type FailureMark, isIn } from './failure-marks.js';

const RADIUS_PX = 4.5;
const LINE_PX = 1.5;
const CROSS_PX = 2.6;

export function retryColour(retry: Retry, theme: Theme): string {
  switch (retry) {
    case 'succeeded':
      return theme.active;
    case 'failed':
      return theme.unreleased;
    case 'none':
      return theme.reserved;
    case null:
      return theme.mutedText;
  }
}

/**
 * Draws marks at a height, each in the colour and the shape of what followed, and a line up to `top`.
 *
 * @param chosen the failure that is looked at, if it is one of those that the marks are of
 */
export function paintFailureMarks(
  context: CanvasRenderingContext2D,
  marks: readonly FailureMark[],
  { y, top }: { readonly y: number; readonly top: number },
  theme: Theme,
  chosen: number | undefined,
): void {
  for (const mark of marks) {
    const { x, retry } = mark;
    const colour = retryColour(retry, theme);
    context.fillStyle = colour;
    context.globalAlpha = isIn(mark, chosen) ? 0.9 : 0.3;
    context.fillRect(Math.round(x) - 0.5, top, 1, y - top);
    context.globalAlpha = 1;
  }
  for (const mark of marks) {
    const { x, retry } = mark;
    const shape = shapeOf(retry, x, y, isIn(mark, chosen) ? RADIUS_PX + 1.5 : RADIUS_PX);
    const width = retry === 'failed' ? CROSS_PX : LINE_PX;
    context.lineCap = 'round';
    context.strokeStyle = theme.plotGround;
    context.lineWidth = width + 2;
    context.stroke(shape);
    context.strokeStyle = retryColour(retry, theme);
    context.fillStyle = retry === null ? theme.plotGround : retryColour(retry, theme);
    context.lineWidth = width;
    context.fill(shape);
    context.stroke(shape);
  }
}

/** A circle for what went well, a cross for what failed again, a square for what was given up. */
function shapeOf(retry: Retry, x: number, y: number, radius: number): Path2D {
  const shape = new Path2D();
  const side = radius - 0.5;
  if (retry === 'none') shape.rect(x - side, y - side, 2 * side, 2 * side);
  else if (retry === 'failed') {
    shape.moveTo(x - side, y - side);
    shape.lineTo(x + side, y + side);
    shape.moveTo(x + side, y - side);
    shape.lineTo(x - side, y + side);
  } else shape.arc(x, y, radius, 0, Math.PI * 2);
  return shape;
}
