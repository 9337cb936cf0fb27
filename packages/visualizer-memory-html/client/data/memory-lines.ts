import type { CaptureEntry, CounterLine, GroupData } from '../../src/page-data/format.js';
import { clipStretches, joinStretches, type Stretch } from './line.js';

/** What a window adds to the lines. */
export interface WindowLines {
  readonly live: readonly Stretch[];
  readonly counters: readonly WindowCounter[];
}

export interface WindowCounter {
  readonly component: string;
  readonly total: CounterLine['total'];
  readonly exact: boolean;
  readonly stretches: readonly Stretch[];
}

/** A counter over the windows that are loaded. */
export interface CounterSeries {
  readonly component: string;
  readonly total: CounterLine['total'];
  readonly exact: boolean;
  readonly stretches: readonly Stretch[];
}

/**
 * The lines of the usage chart. Live bytes are exact in windows that are loaded and thinned
 * elsewhere; counters are known only in windows that are loaded.
 */
export class MemoryLines {
  readonly #windows: readonly { readonly startNs: number; readonly endNs: number }[];
  readonly #captures: readonly CaptureEntry[];
  readonly #overview: readonly Stretch[];
  readonly #loaded = new Map<number, WindowLines>();
  #live: readonly Stretch[] | undefined;
  #counters: readonly CounterSeries[] | undefined;

  constructor({ windows, captures }: GroupData, overview: readonly Stretch[]) {
    this.#windows = windows;
    this.#captures = captures;
    this.#overview = overview.map((stretch) => this.#heldToCaptureEnd(stretch));
  }

  add(window: number, lines: WindowLines): void {
    this.#loaded.set(window, lines);
    this.#live = undefined;
    this.#counters = undefined;
  }

  /** Live bytes over the whole group. */
  get live(): readonly Stretch[] {
    this.#live ??= joinStretches(
      this.#windows.flatMap(({ startNs, endNs }, window) => {
        const exact = this.#loaded.get(window)?.live;
        if (exact === undefined) return clipStretches(this.#overview, startNs, endNs);
        return exact.map((stretch) => this.#heldInWindow(stretch, endNs));
      }),
    );
    return this.#live;
  }

  /** The counters of the windows that are loaded, in the order they are first met. */
  get counters(): readonly CounterSeries[] {
    this.#counters ??= this.#collectCounters();
    return this.#counters;
  }

  #collectCounters(): CounterSeries[] {
    const series = new Map<string, { first: WindowCounter; exact: boolean; parts: Stretch[] }>();
    this.#windows.forEach(({ endNs }, window) => {
      for (const counter of this.#loaded.get(window)?.counters ?? []) {
        const key = `${counter.total} ${counter.component}`;
        const known = series.get(key) ?? { first: counter, exact: true, parts: [] };
        series.set(key, known);
        known.exact &&= counter.exact;
        known.parts.push(...counter.stretches.map((part) => this.#heldInWindow(part, endNs)));
      }
    });
    return [...series.values()].map(({ first: { component, total }, exact, parts }) => ({
      component,
      total,
      exact,
      stretches: joinStretches(parts),
    }));
  }

  /** A level stays as it is until the window ends, or the capture that it is of. */
  #heldInWindow(stretch: Stretch, windowEndNs: number): Stretch {
    const held = this.#heldToCaptureEnd(stretch);
    return { ...held, endNs: Math.min(held.endNs, Math.max(windowEndNs, stretch.endNs)) };
  }

  #heldToCaptureEnd(stretch: Stretch): Stretch {
    const end = this.#captures[stretch.capture]?.endNs ?? stretch.endNs;
    return { ...stretch, endNs: Math.max(end, stretch.endNs) };
  }
}
