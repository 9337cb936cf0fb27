import type {
  CounterSeries,
  Counters,
  CounterTotal,
  SampleReader,
} from '@rl-insight/memory-contract';
import { CurveThinner, firstAfter, type LevelCurve } from '@rl-insight/memory-model';
import type { WindowEntry } from '../page-data/format.js';
import { LinePoints } from './line-points.js';

/** Points of a line in one window up to which it is written exactly. */
const MAX_EXACT_POINTS = 16_384;
/** Parts of a line that has more; each keeps up to four points. */
const THIN_BUCKETS = MAX_EXACT_POINTS / 4;

/** Parts of a line over the whole group. */
const OVERVIEW_BUCKETS = 1024;

const TOTALS: readonly CounterTotal[] = ['allocated', 'reserved', 'active'];

type Span = Pick<WindowEntry, 'startNs' | 'endNs'>;

/**
 * One total of one component in one capture, read forward window by window. A counter stands where
 * it is until it is reported otherwise: reports of the same are left out, but for the last.
 */
class SeriesWalk {
  readonly #samples: SampleReader;
  readonly #firstNs: number;
  readonly #lastNs: number;
  /** Samples at hand, and the next of them. */
  #count = 0;
  #next = 0;
  #isOver = false;
  /** The level after the samples so far; NaN before the first. */
  #level = Number.NaN;
  /** Time of the last sample that changed it. */
  #changedNs = Number.NaN;
  readonly #overview: CurveThinner;

  constructor(samples: SampleReader) {
    this.#samples = samples;
    this.#firstNs = samples.edgeNs('first');
    this.#lastNs = samples.edgeNs('last');
    const extent = { points: Infinity, beginNs: this.#firstNs, endNs: this.#lastNs };
    this.#overview = new CurveThinner(extent, OVERVIEW_BUCKETS);
  }

  /** Whether it has nothing to show. */
  get isEmpty(): boolean {
    return Number.isNaN(this.#firstNs);
  }

  /**
   * Adds the points that a window shows as a part of a line, exactly or thinned. Windows must be
   * asked for in their order.
   */
  cut({ startNs, endNs }: Span, points: LinePoints): 'nothing' | 'exact' | 'thinned' {
    if (this.#firstNs > endNs || this.#lastNs < startNs) return 'nothing';
    points.beginPart();
    this.#goOn(startNs, points);
    points.dropPart();
    if (!Number.isNaN(this.#level)) points.push(startNs, this.#level);
    this.#goOn(endNs, points);
    const endsHere = this.#lastNs > startNs && this.#lastNs <= endNs;
    if (endsHere && this.#changedNs < this.#lastNs) points.push(this.#lastNs, this.#level);
    if (points.pointsOfPart <= MAX_EXACT_POINTS) return 'exact';
    points.thinPart(THIN_BUCKETS);
    return 'thinned';
  }

  /** All of it, thinned; after the last window. */
  overview(scratch: LinePoints): LevelCurve {
    this.#goOn(Number.POSITIVE_INFINITY, scratch);
    const { timeNs, bytes } = this.#overview.curve();
    if (this.#changedNs === this.#lastNs) return { timeNs, bytes };
    return {
      timeNs: Float64Array.of(...timeNs, this.#lastNs),
      bytes: Float64Array.of(...bytes, this.#level),
    };
  }

  /** Takes the samples up to a time, and adds those that change the level. */
  #goOn(untilNs: number, points: LinePoints): void {
    const samples = this.#samples;
    for (;;) {
      if (this.#next === this.#count) {
        if (this.#isOver) return;
        this.#count = samples.read();
        this.#next = 0;
        this.#isOver = this.#count === 0;
      }
      const end = firstAfter(samples.timeNs, untilNs, this.#next, this.#count);
      const before = points.count;
      points.addChanges(samples.timeNs, samples.bytes, this.#next, end, this.#level);
      this.#overview.add(points.timeNs, points.value, before, points.count);
      if (points.count > before) {
        this.#changedNs = points.timeNs[points.count - 1];
        this.#level = points.value[points.count - 1];
      }
      this.#next = end;
      if (end < this.#count) return;
    }
  }
}

/** What an allocator or the process reports, a walk for each capture that has samples of it. */
export interface CounterWalk {
  readonly component: string;
  readonly total: CounterTotal;
  /** Adds the part that a window shows, a part for each capture; undefined where there is none. */
  cut(window: Span, points: LinePoints): { readonly exact: boolean } | undefined;
  /** Adds all of it, thinned, a part for each capture; after the last window. */
  overview(points: LinePoints): void;
}

/** The counters of a group by component and total; the modules of the device are not drawn. */
export function counterWalks(counters: Counters): CounterWalk[] {
  const components = new Map<string, CounterSeries[]>();
  for (const series of counters.series) {
    if (series.component.includes(':')) continue;
    const known = components.get(series.component);
    if (known === undefined) components.set(series.component, [series]);
    else known.push(series);
  }
  return [...components].flatMap(([component, captures]) =>
    TOTALS.flatMap((total) => {
      const walks = captures
        .flatMap((series) => counters.read(series, total) ?? [])
        .map((samples) => new SeriesWalk(samples))
        .filter(({ isEmpty }) => !isEmpty);
      return walks.length === 0 ? [] : [walkOf(component, total, walks)];
    }),
  );
}

function walkOf(component: string, total: CounterTotal, walks: SeriesWalk[]): CounterWalk {
  return {
    component,
    total,
    cut(window, points) {
      const parts = walks.map((walk) => walk.cut(window, points));
      if (parts.every((part) => part === 'nothing')) return undefined;
      return { exact: !parts.includes('thinned') };
    },
    overview(points) {
      const scratch = new LinePoints();
      for (const walk of walks) {
        points.addPart(walk.overview(scratch));
        scratch.clear();
      }
    },
  };
}
