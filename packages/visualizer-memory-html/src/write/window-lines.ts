import type { Counters } from '@rl-insight/memory-contract';
import { type CaptureLive, firstAfter, firstFrom, type LevelCurve } from '@rl-insight/memory-model';
import type { CounterLine, WindowData, WindowEntry } from '../page-data/format.js';
import { type CounterWalk, counterWalks } from './counter-lines.js';
import { LinePoints } from './line-points.js';
import { LiveWalk } from './live-walk.js';
import type { DeflatedColumns, Packer } from './pack.js';

/** What a window shows besides its allocations. */
export type WindowLines = Omit<WindowData, 'version' | 'window' | 'allocations'>;

/** Parts of a thinned line: twice what a wide screen shows in a row. */
const OVERVIEW_BUCKETS = 2048;

/** What the lines of a group are made of. */
export interface LineSource {
  readonly live: readonly CaptureLive[];
  readonly counters: Counters;
  /** What is added to times. */
  readonly shift: number;
}

/** Packs the lines of one window after another. */
export class LinePacker {
  readonly #source: LineSource;
  readonly #packer: Packer;
  readonly #liveWalk: LiveWalk;
  readonly #counterWalks: readonly CounterWalk[];
  readonly #points = new LinePoints();

  constructor(source: LineSource, packer: Packer) {
    this.#source = source;
    this.#packer = packer;
    this.#liveWalk = new LiveWalk(source.live, OVERVIEW_BUCKETS);
    this.#counterWalks = counterWalks(source.counters);
  }

  /** The lines of the next window. They are made at once and deflated while others are made. */
  async next(window: WindowEntry): Promise<WindowLines> {
    this.#points.clear();
    this.#liveWalk.cut(window, this.#points);
    const live = this.#packer.line(this.#points, this.#source.shift);
    const counters = this.#counterWalks.flatMap((walk) => this.#counterLine(walk, window) ?? []);
    const unknownReleases = this.#unknownReleases(window);
    return {
      unknownReleases: await unknownReleases,
      counters: await Promise.all(counters),
      live: await live,
    };
  }

  /** Live bytes of each capture as a whole, thinned; after the last window. */
  overviews(): LevelCurve[] {
    return this.#liveWalk.overviews();
  }

  /** The counters as a whole, thinned; after the last window. */
  counterOverviews(): Promise<CounterLine[]> {
    return Promise.all(
      this.#counterWalks.map(async (walk) => {
        const points = new LinePoints();
        walk.overview(points);
        const line = await this.#packer.line(points, this.#source.shift);
        return { component: walk.component, total: walk.total, exact: false, line };
      }),
    );
  }

  #counterLine(walk: CounterWalk, window: WindowEntry): Promise<CounterLine> | undefined {
    const points = this.#points;
    points.clear();
    const part = walk.cut(window, points);
    if (part === undefined) return undefined;
    const { component, total } = walk;
    const { exact } = part;
    const packing = this.#packer.line(points, this.#source.shift);
    return packing.then((line) => ({ component, total, exact, line }));
  }

  #unknownReleases({ startNs, endNs }: WindowEntry): Promise<DeflatedColumns> {
    const { live, shift } = this.#source;
    const time: number[] = [];
    const bytes: number[] = [];
    for (const { allocators } of live) {
      for (const { unknownReleases: releases } of allocators) {
        const end = firstAfter(releases.timeNs, endNs);
        for (let i = firstFrom(releases.timeNs, startNs); i < end; i++) {
          time.push(releases.timeNs[i] + shift);
          bytes.push(releases.bytes[i]);
        }
      }
    }
    return this.#packer.columns(time.length, [
      { name: 'time', coding: 'delta', values: Float64Array.from(time) },
      { name: 'bytes', coding: 'unsigned', values: Float64Array.from(bytes) },
    ]);
  }
}
