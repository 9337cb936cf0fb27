import { firstFrom } from '@rl-insight/memory-model';
import type { Stretch } from '../data/line.js';
import { levelsBetween } from '../data/line-pyramid.js';
import { overPixel, PixelCanvas, pixelOf } from '../dom/pixel-canvas.js';
import type { BandRow } from '../scopes/band-rows.js';
import type { Theme } from '../style/theme.js';
import type { StackedRows } from '../view/stacked-rows.js';
import type { TimeScale } from '../view/time-scale.js';
import { BAND_PX, LEVEL_PX, levelTop, PAD_PX, type ThreadLane } from './thread-lanes.js';

const LINE_PX = 2;
/** Ranges at least this wide have an edge between them. */
const EDGED_PX = 4;

export interface ThreadPicture {
  readonly lanes: readonly ThreadLane[];
  readonly stack: StackedRows;
  /** What each thread holds, by lane. */
  readonly lines: readonly (readonly Stretch[])[];
  /** The level that is as high as a lane. */
  readonly mostBytes: number;
  /** Colour of a range, by its place among the entries. */
  readonly bandColour: (entry: number) => string;
}

/** The highest level of a line from one time to before another; 0 where it is not known. */
export function highestBetween(line: readonly Stretch[], fromNs: number, toNs: number): number {
  // Times are whole: what happens at the end of a column is of the next.
  const lastNs = Math.ceil(toNs) - 1;
  let high = 0;
  for (const { curve, endNs } of line) {
    if (endNs < fromNs || curve.timeNs[0] >= toNs) continue;
    high = Math.max(high, levelsBetween(curve, Math.min(fromNs, lastNs), lastNs)?.high ?? 0);
  }
  return high;
}

/** Draws what threads hold, each column of pixels as high as the highest level in it. */
export class ThreadPainter {
  readonly #pixels = new PixelCanvas();

  /** Draws the lanes that are between two heights. */
  paint(
    context: CanvasRenderingContext2D,
    picture: ThreadPicture,
    scale: TimeScale,
    top: number,
    height: number,
    theme: Theme,
    left: number,
  ): void {
    const ground = pixelOf(theme.plotGround);
    this.#pixels.begin(scale.width, height, ground);
    const { lanes, stack, lines } = picture;
    const [first, end] = stack.between(top, top + height);
    for (let i = first; i < end; i++) {
      const y = stack.tops[i] - top;
      if (i % 2 === 1) {
        const stripe = overPixel(pixelOf(theme.laneStripe), ground);
        this.#pixels.fill(0, y, scale.width, stack.tops[i + 1] - stack.tops[i], stripe);
      }
      lanes[i].bands.forEach((row, depth) => {
        this.#band(row, y + PAD_PX + depth * BAND_PX, scale, picture);
      });
      const bottom = y + levelTop(lanes[i]) + LEVEL_PX;
      this.#pixels.fill(0, bottom, scale.width, 1, overPixel(pixelOf(theme.grid), ground));
      this.#level(lines[i], bottom, scale, picture.mostBytes, theme);
    }
    this.#pixels.putOn(context, left, 0);
  }

  #level(
    line: readonly Stretch[],
    bottom: number,
    scale: TimeScale,
    mostBytes: number,
    theme: Theme,
  ): void {
    const fill = overPixel(pixelOf(theme.liveFill), pixelOf(theme.plotGround));
    const ink = pixelOf(theme.live);
    const columns = Math.floor(scale.width);
    let runBegin = 0;
    let runHeight = 0;
    let before = 0;
    const flush = (x: number) => {
      const width = x - runBegin;
      if (runHeight > 0 && width > 0) {
        const y = bottom - runHeight;
        this.#pixels.fill(runBegin, y, width, runHeight, fill);
        this.#pixels.fill(runBegin, y, width, LINE_PX, ink);
      }
      // From the level before to this one.
      if (runBegin === 0) return;
      const tall = Math.max(before, runHeight);
      this.#pixels.fill(runBegin, bottom - tall, 1, Math.abs(before - runHeight), ink);
    };
    for (let x = 0; x < columns; x++) {
      const bytes = highestBetween(line, scale.ns(x), scale.ns(x + 1));
      // What there is, is to be seen.
      const high = bytes === 0 ? 0 : Math.max(LINE_PX, (bytes / mostBytes) * LEVEL_PX);
      if (high === runHeight) continue;
      flush(x);
      before = runHeight;
      runBegin = x;
      runHeight = high;
    }
    flush(columns);
  }

  #band(
    { place, startNs, endNs }: BandRow,
    y: number,
    scale: TimeScale,
    { bandColour }: ThreadPicture,
  ): void {
    for (let i = firstFrom(endNs, scale.left); i < place.length; ) {
      if (startNs[i] > scale.right) return;
      const from = Math.max(0, scale.x(startNs[i]));
      const to = Math.min(scale.width, scale.x(endNs[i]));
      const width = to - from > EDGED_PX ? to - from - 1 : Math.max(1, to - from);
      this.#pixels.fill(from, y, width, BAND_PX - 1, pixelOf(bandColour(place[i])));
      // Of those that are in one column of pixels, one is drawn.
      const nextNs = scale.ns(Math.floor(to) + 1);
      i = to - from >= 1 ? i + 1 : Math.max(i + 1, firstFrom(endNs, nextNs, i));
    }
  }
}
