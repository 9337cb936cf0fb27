import { countsEvents } from '../format/axis.js';
import { NS_PER_MS } from '../format/time.js';
import type { App } from './app.js';

/** A range in ms after the run's origin, or in events where the axis counts them; also a pair. */
export interface PageRange extends ArrayLike<number>, Iterable<number> {
  readonly left: number;
  readonly right: number;
  readonly length: 2;
}

/** What tests and scripts use of a page. It speaks of the whole group, not of one window. */
export interface PageApi {
  /** Resolves when the first picture is drawn. */
  readonly ready: Promise<void>;
  /** Allocations of the group. */
  readonly eventCount: number;
  getRange(): PageRange;
  /** Resolves when all that the range touches is loaded and drawn. */
  setRange(leftMs: number, rightMs: number): Promise<void>;
  /** Resolves when all of the group is loaded and drawn. */
  settled(): Promise<void>;
  /** Allocations of the group that touch the range in view, each counted once. */
  visibleCount(): number;
  /**
   * Opens the panel of an allocation, by its number in the group (its row in `memory_summary`), and
   * moves the range to it where it is not in view.
   */
  select(index: number): Promise<void>;
}

/** The interface of a page whose app is made a little later, or fails to be. */
export function pageApi(app: Promise<App>, failure: Promise<never>): PageApi {
  let made: App | undefined;
  const drawn = app.then(async (it) => {
    made = it;
    await it.firstPicture;
  });
  const ready = Promise.race([drawn, failure]);
  // Whoever waits for it hears of it; the page itself says what is wrong.
  ready.catch(() => {});
  const now = (): App => {
    if (made === undefined) throw new Error('the page is not ready: wait for rlInsight.ready');
    return made;
  };
  return {
    ready,
    get eventCount() {
      return now().group.data.rows;
    },
    getRange() {
      const { left, right } = now().view.range;
      return pair(left / scale(), right / scale());
    },
    async setRange(leftMs, rightMs) {
      if (!Number.isFinite(leftMs) || !Number.isFinite(rightMs) || leftMs > rightMs) {
        throw new RangeError(`no range of time: ${leftMs} to ${rightMs} ms`);
      }
      // Once the page is there the range is set at once; what is waited for is the picture.
      if (made === undefined) await ready;
      await now().showRange({ left: leftMs * scale(), right: rightMs * scale() });
    },
    async settled() {
      await ready;
      await now().settled();
    },
    visibleCount() {
      const { group, view } = now();
      return group.touching(view.range.left, view.range.right);
    },
    async select(index) {
      if (made === undefined) await ready;
      await now().open(index);
    },
  };
}

/** What a number of a range is of the axis. */
function scale(): number {
  return countsEvents() ? 1 : NS_PER_MS;
}

function pair(left: number, right: number): PageRange {
  return {
    left,
    right,
    0: left,
    1: right,
    length: 2,
    [Symbol.iterator]: () => [left, right][Symbol.iterator](),
  };
}
