import { curvePart } from '../data/coarse-curve.js';
import type { Stretch } from '../data/line.js';
import { type PixelCanvas, pixelOf } from '../dom/pixel-canvas.js';
import type { Theme } from '../style/theme.js';
import type { TimeScale } from '../view/time-scale.js';
import { levelY } from './overlay-painter.js';
import type { LevelRange } from './usage-figure.js';
import type { UsageLine } from './usage-lines.js';

/** With more points a pixel than this, what they span is drawn instead of each of them. */
const POINTS_PER_PX = 1;

/**
 * Draws lines for a range as fast as a hand moves, each pixel with the lowest and the highest of
 * what lies in it: no peak is lost. Levels are steps, so all is rectangles.
 */
export function paintLines(
  pixels: PixelCanvas,
  lines: readonly UsageLine[],
  scale: TimeScale,
  levels: LevelRange,
  height: number,
  theme: Theme,
): void {
  // Live bytes, the first in the legend, on top.
  for (const line of lines.toReversed()) {
    const brush = new StepBrush(pixels, line, levels, height, theme);
    for (const stretch of line.stretches) {
      if (stretch.endNs < scale.left || stretch.curve.timeNs[0] > scale.right) continue;
      paintStretch(brush, stretch, scale);
    }
  }
}

function paintStretch(brush: StepBrush, stretch: Stretch, scale: TimeScale): void {
  const left = Math.max(0, scale.x(stretch.curve.timeNs[0]));
  const right = Math.min(scale.width, scale.x(stretch.endNs));
  const { curve, first, end } = curvePart(stretch.curve, scale.left, scale.right, right - left);
  const { timeNs, bytes } = curve;
  brush.begin(left, bytes[first]);
  if (end - first <= (right - left) * POINTS_PER_PX) {
    for (let i = first + 1; i < end; i++) brush.step(scale.x(timeNs[i]), bytes[i]);
  } else {
    for (let i = first + 1; i < end; ) {
      const x = Math.floor(scale.x(timeNs[i]));
      let low = bytes[i];
      let high = low;
      const untilNs = scale.ns(x + 1);
      for (i++; i < end && timeNs[i] < untilNs; i++) {
        if (bytes[i] < low) low = bytes[i];
        else if (bytes[i] > high) high = bytes[i];
      }
      brush.column(x, low, high, bytes[i - 1]);
    }
  }
  brush.end(right);
}

/** Draws one line from left to right. */
class StepBrush {
  readonly #pixels: PixelCanvas;
  readonly #levels: LevelRange;
  readonly #height: number;
  readonly #width: number;
  readonly #colour: number;
  /** Below the line; undefined where nothing is filled. */
  readonly #fill: number | undefined;
  /** Px that are drawn, and not drawn, in turns. */
  readonly #dash: readonly number[];
  #x = 0;
  #bytes = 0;

  constructor(
    pixels: PixelCanvas,
    { kind, dash }: UsageLine,
    levels: LevelRange,
    height: number,
    theme: Theme,
  ) {
    this.#pixels = pixels;
    this.#levels = levels;
    this.#height = height;
    this.#colour = pixelOf(theme[kind]);
    this.#width = kind === 'live' ? 2 : 1;
    this.#fill = kind === 'live' ? pixelOf(theme.liveFill) : undefined;
    this.#dash = dash === 'solid' ? [] : dash.split(',').map(Number.parseFloat);
  }

  begin(x: number, bytes: number): void {
    this.#x = x;
    this.#bytes = bytes;
  }

  /** The level becomes another one. */
  step(x: number, bytes: number): void {
    this.end(x);
    this.#vertical(x, Math.min(bytes, this.#bytes), Math.max(bytes, this.#bytes), this.#width);
    this.#bytes = bytes;
  }

  /** In a column of one pixel the level goes between two others, and ends as a third. */
  column(x: number, low: number, high: number, last: number): void {
    this.end(x);
    const highest = Math.max(high, this.#bytes);
    this.#below(x, 1, highest);
    this.#vertical(x, Math.min(low, this.#bytes), highest, 1);
    this.#bytes = last;
    this.#x = x + 1;
  }

  /** The level stays until here. */
  end(x: number): void {
    if (x <= this.#x) return;
    const y = this.#y(this.#bytes) - this.#width / 2;
    this.#below(this.#x, x - this.#x, this.#bytes);
    if (this.#dash.length === 0) {
      this.#pixels.fill(this.#x, y, x - this.#x, this.#width, this.#colour);
    } else this.#dashes(x, y);
    this.#x = x;
  }

  #dashes(toX: number, y: number): void {
    const period = this.#dash.reduce((sum, px) => sum + px, 0);
    for (let begin = Math.floor(this.#x / period) * period; begin < toX; begin += period) {
      let at = begin;
      this.#dash.forEach((px, i) => {
        const from = Math.max(at, this.#x);
        const to = Math.min(at + px, toX);
        if (i % 2 === 0 && to > from) {
          this.#pixels.fill(from, y, to - from, this.#width, this.#colour);
        }
        at += px;
      });
    }
  }

  #vertical(x: number, low: number, high: number, width: number): void {
    const top = this.#y(high) - this.#width / 2;
    const height = this.#y(low) + this.#width / 2 - top;
    this.#pixels.fill(x, top, width, height, this.#colour);
  }

  #below(x: number, width: number, bytes: number): void {
    if (this.#fill === undefined) return;
    const y = this.#y(bytes);
    this.#pixels.fill(x, y, width, this.#height - y, this.#fill);
  }

  #y(bytes: number): number {
    return levelY(bytes, this.#levels, this.#height);
  }
}
