import {
  type CaptureLive,
  type CurveThinner,
  firstAfter,
  type LevelCurve,
  type Levels,
} from '@rl-insight/memory-model';
import type { WindowEntry } from '../page-data/format.js';
import type { LinePoints } from './line-points.js';

type Span = Pick<WindowEntry, 'startNs' | 'endNs'>;

/** Live bytes of one capture, read forward window by window. */
class CaptureWalk {
  readonly #live: CaptureLive;
  readonly #overview: CurveThinner;
  /** Undefined before they are asked for: of many captures, few are gone through at a time. */
  #levels: Levels | undefined;
  /** Points at hand, and the next of them. */
  #count = 0;
  #next = 0;
  #isOver = false;
  /** The level after the points so far; NaN before the first. */
  #level = Number.NaN;

  constructor(live: CaptureLive, overviewBuckets: number) {
    this.#live = live;
    this.#overview = live.thinner(overviewBuckets);
  }

  /** Adds the points that a window shows as a part of a line. */
  cut({ startNs, endNs }: Span, points: LinePoints): void {
    const { window } = this.#live;
    if (window.startNs > endNs || window.endNs < startNs) return;
    this.#goOn(startNs, undefined);
    points.beginPart();
    if (!Number.isNaN(this.#level)) points.push(startNs, this.#level);
    this.#goOn(endNs, points);
  }

  /** The whole level, thinned; after the last window. */
  overview(): LevelCurve {
    this.#goOn(Number.POSITIVE_INFINITY, undefined);
    return this.#overview.curve();
  }

  #goOn(untilNs: number, points: LinePoints | undefined): void {
    while (!this.#isOver) {
      this.#levels ??= this.#live.levels();
      const { timeNs, bytes } = this.#levels;
      const first = this.#next;
      const end = firstAfter(timeNs, untilNs, first, this.#count);
      if (end > first) {
        this.#level = bytes[end - 1];
        points?.add(timeNs, bytes, first, end);
        this.#overview.add(timeNs, bytes, first, end);
        this.#next = end;
      }
      if (end < this.#count) return;
      this.#count = this.#levels.read();
      this.#next = 0;
      this.#isOver = this.#count === 0;
    }
    this.#levels = undefined;
  }
}

/** Live bytes of a group, read forward window by window. */
export class LiveWalk {
  readonly #captures: readonly CaptureWalk[];

  constructor(live: readonly CaptureLive[], overviewBuckets: number) {
    this.#captures = live.map((capture) => new CaptureWalk(capture, overviewBuckets));
  }

  /**
   * Adds the points that a window shows, a part for each capture. Windows must be asked for in
   * their order.
   */
  cut(window: Span, points: LinePoints): void {
    for (const capture of this.#captures) capture.cut(window, points);
  }

  /** The whole levels of the captures, thinned; after the last window. */
  overviews(): LevelCurve[] {
    return this.#captures.map((capture) => capture.overview());
  }
}
