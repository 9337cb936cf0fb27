import type { CaptureEntry, CounterLine, GroupData } from '../../src/page-data/format.js';
import type { EventClock } from './event-clock.js';
import { clipStretches, heldToCaptureEnd, joinStretches, type Stretch } from './line.js';

/** A counter of an allocator or the process. */
export interface CounterSeries {
  readonly component: string;
  readonly total: CounterLine['total'];
  readonly exact: boolean;
  readonly stretches: readonly Stretch[];
}

/** The lines of a window, or of the whole group. */
export interface LineSet {
  readonly live: readonly Stretch[];
  readonly counters: readonly CounterSeries[];
}

/** The lines of the usage chart: exact in windows that are loaded, thinned elsewhere. */
export class MemoryLines {
  readonly #windows: readonly { readonly startNs: number; readonly endNs: number }[];
  readonly #captures: readonly CaptureEntry[];
  readonly #overview: LineSet;
  readonly #loaded = new Map<number, LineSet>();
  #live: readonly Stretch[] | undefined;
  #counters: readonly CounterSeries[] | undefined;

  constructor({ windows, captures }: GroupData, overview: LineSet) {
    this.#windows = windows;
    this.#captures = captures;
    const held = (stretches: readonly Stretch[]) =>
      stretches.map((stretch) => heldToCaptureEnd(stretch, captures));
    this.#overview = {
      live: held(overview.live),
      counters: overview.counters.map((counter) => ({
        ...counter,
        stretches: held(counter.stretches),
      })),
    };
  }

  /** The same lines over the numbers of events. */
  onEvents(data: GroupData, clock: EventClock): MemoryLines {
    const placed = (stretches: readonly Stretch[]) =>
      stretches.map(({ curve, endNs, ...stretch }) => ({
        ...stretch,
        curve: { timeNs: clock.placePoints(curve.timeNs), bytes: curve.bytes },
        endNs: clock.toEvents(endNs),
      }));
    const all = ({ live, counters }: LineSet): LineSet => ({
      live: placed(live),
      counters: counters.map((counter) => ({ ...counter, stretches: placed(counter.stretches) })),
    });
    const lines = new MemoryLines(data, all(this.#overview));
    for (const [window, loaded] of this.#loaded) lines.add(window, all(loaded));
    return lines;
  }

  add(window: number, lines: LineSet): void {
    this.#loaded.set(window, lines);
    this.#live = undefined;
    this.#counters = undefined;
  }

  /** Live bytes over the whole group. */
  get live(): readonly Stretch[] {
    this.#live ??= this.#joined(this.#overview.live, ({ live }) => live);
    return this.#live;
  }

  get counters(): readonly CounterSeries[] {
    this.#counters ??= this.#overview.counters.map((counter) => {
      const own = (lines: LineSet) =>
        lines.counters.find(
          ({ component, total }) => component === counter.component && total === counter.total,
        );
      const loaded = [...this.#loaded.values()];
      const exact =
        loaded.length === this.#windows.length &&
        loaded.every((lines) => own(lines)?.exact ?? true);
      const stretches = this.#joined(counter.stretches, (lines) => own(lines)?.stretches ?? []);
      return { ...counter, exact, stretches };
    });
    return this.#counters;
  }

  #joined(
    overview: readonly Stretch[],
    exact: (lines: LineSet) => readonly Stretch[],
  ): readonly Stretch[] {
    // Nothing is loaded, or all would be cut out of the overview and joined again.
    if (this.#loaded.size === 0) return overview;
    return joinStretches(
      this.#windows.flatMap(({ startNs, endNs }, window) => {
        const lines = this.#loaded.get(window);
        if (lines === undefined) return clipStretches(overview, startNs, endNs);
        return exact(lines).map((stretch) => this.#heldInWindow(stretch, endNs));
      }),
    );
  }

  /** A level stays as it is until the window ends, or the capture that it is of. */
  #heldInWindow(stretch: Stretch, windowEndNs: number): Stretch {
    const held = heldToCaptureEnd(stretch, this.#captures);
    return { ...held, endNs: Math.min(held.endNs, Math.max(windowEndNs, stretch.endNs)) };
  }
}
