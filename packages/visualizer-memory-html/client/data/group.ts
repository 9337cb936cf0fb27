import { UNKNOWN_NAME } from '@rl-insight/memory-contract/contracts';
import type {
  CaptureEntry,
  CounterLine,
  GroupData,
  PackedColumns,
  PackedLine,
  SpanningData,
  WindowData,
} from '../../src/page-data/format.js';
import type { Background } from '../background/background.js';
import { column, large } from '../background/decode.js';
import type { BuiltLanes, Columns, Points } from '../background/messages.js';
import { AllocationStore } from './allocation-store.js';
import { dataOnEvents } from './event-axis.js';
import type { EventClock } from './event-clock.js';
import { heldToCaptureEnd, type Stretch, stretchesOf } from './line.js';
import { type CounterSeries, MemoryLines } from './memory-lines.js';
import { Stacks } from './stacks.js';
import { TouchCounter } from './touching.js';

/** Releases that no row explains, in the windows that are loaded, by time. */
export interface UnknownReleases {
  readonly timeNs: Float64Array;
  readonly bytes: Float64Array;
}

const NONE: UnknownReleases = { timeNs: new Float64Array(0), bytes: new Float64Array(0) };

function countersOf(
  counters: readonly CounterLine[],
  points: readonly Points[],
  captures: readonly CaptureEntry[],
): CounterSeries[] {
  return counters.map(({ component, total, exact }, i) => {
    return { component, total, exact, stretches: stretchesOf(points[i], captures) };
  });
}

/** A group as the page knows it: what all pages share, and the files that are loaded. */
export class Group {
  readonly stacks: Stacks;
  readonly store: AllocationStore;
  /** How full the parts of the lanes are, see the group's `laneFill`. */
  readonly laneFill: Float64Array | Int32Array;
  readonly #background: Background;
  #data: GroupData;
  #lines: MemoryLines;
  #clock: EventClock | undefined;
  readonly #releases = new Map<number, UnknownReleases>();
  #counter = new TouchCounter(new Float64Array(0), new Float64Array(0));

  private constructor(
    data: GroupData,
    background: Background,
    parts: Pick<Group, 'stacks' | 'lines' | 'laneFill'>,
  ) {
    this.#data = data;
    this.#background = background;
    this.stacks = parts.stacks;
    this.#lines = parts.lines;
    this.laneFill = parts.laneFill;
    this.store = new AllocationStore(data);
  }

  static async open(data: GroupData, background: Background): Promise<Group> {
    const { rows, captures, counters, texts } = data;
    void background.ask({ kind: 'open', rows, captureEnds: captures.map(({ endNs }) => endNs) });
    const lines = [data.overview, ...counters.map(({ line }) => line)];
    const [stacks, fill, [live, ...points]] = await Promise.all([
      background.ask({ kind: 'columns', packed: texts.stacks }),
      background.ask({ kind: 'columns', packed: data.laneFill }),
      background.ask({ kind: 'lines', lines }),
    ]);
    return new Group(data, background, {
      stacks: new Stacks(texts.frames, stacks, data.internalFrames),
      lines: new MemoryLines(data, {
        live: stretchesOf(live, captures),
        counters: countersOf(counters, points, captures),
      }),
      laneFill: column(fill, 'fill'),
    });
  }

  get data(): GroupData {
    return this.#data;
  }

  get lines(): MemoryLines {
    return this.#lines;
  }

  /** Puts all that is loaded on an axis that counts events. */
  async countEvents(clock: EventClock): Promise<void> {
    const { store, lines } = this;
    this.#data = dataOnEvents(this.data, clock, lines.live);
    this.#lines = lines.onEvents(this.#data, clock);
    clock.place(store);
    for (const [window, { timeNs, bytes }] of this.#releases) {
      this.#releases.set(window, { timeNs: clock.placePoints(timeNs), bytes });
    }
    this.#clock = clock;
    await this.#background.ask({ kind: 'times', startNs: store.startNs, endNs: store.endNs });
  }

  /** Whether there is another time than that of the axis. */
  get hasClock(): boolean {
    return this.#clock !== undefined;
  }

  /** Times in order, ns after the run's origin, as places of the axis. */
  placed(timeNs: Float64Array): Float64Array {
    return this.#clock?.placePoints(timeNs) ?? timeNs;
  }

  /** The place of a time on the axis. */
  readonly at = (ns: number): number => this.#clock?.toEvents(ns) ?? ns;

  /** The time of a place of the axis, ns after the run's origin. */
  readonly timeNs = (at: number): number => this.#clock?.toNs(at) ?? at;

  get captures(): readonly CaptureEntry[] {
    return this.data.captures;
  }

  /** From the begin of the first window to the end of the last. */
  get extent(): { readonly left: number; readonly right: number } {
    const { windows } = this.data;
    const left = windows[0].startNs;
    // A range of no length shows nothing.
    return { left, right: Math.max(windows[windows.length - 1].endNs, left + 1) };
  }

  /** Takes a window in. */
  async addWindow({
    allocations,
    unknownReleases,
    live,
    counters,
    window,
  }: WindowData): Promise<void> {
    const { captures } = this.data;
    // Its events were not counted.
    if (this.#clock !== undefined) throw new RangeError(`window ${window} comes too late`);
    const decoded = await this.#background.ask({
      kind: 'file',
      allocations,
      releases: unknownReleases,
      lines: [live, ...counters.map(({ line }) => line)],
    });
    const [livePoints, ...points] = decoded.lines;
    this.store.add(decoded.allocations);
    this.lines.add(window, {
      live: stretchesOf(livePoints, captures),
      counters: countersOf(counters, points, captures),
    });
    if (decoded.releases === undefined) return;
    this.#releases.set(window, {
      timeNs: large(decoded.releases, 'time'),
      bytes: large(decoded.releases, 'bytes'),
    });
  }

  /** Takes in the allocations that are in several windows. */
  async addSpanning({ allocations }: SpanningData): Promise<void> {
    const decoded = await this.#background.ask({ kind: 'file', allocations, lines: [] });
    this.store.add(decoded.allocations);
  }

  /** Decodes what comes in a file of its own. */
  decodeColumns(packed: PackedColumns): Promise<Columns> {
    return this.#background.ask({ kind: 'columns', packed });
  }

  async decodeLines(lines: readonly PackedLine[]): Promise<Stretch[][]> {
    const decoded = await this.#background.ask({ kind: 'lines', lines });
    return decoded.map((points) =>
      stretchesOf({ ...points, time: this.placed(points.time) }, this.captures).map((line) =>
        heldToCaptureEnd(line, this.captures),
      ),
    );
  }

  /** Puts all that is loaded into lanes. */
  async buildLanes(): Promise<BuiltLanes> {
    const built = await this.#background.ask({ kind: 'lanes' });
    this.#counter = new TouchCounter(built.starts, built.ends);
    return built;
  }

  unknownReleases(window: number): UnknownReleases {
    return this.#releases.get(window) ?? NONE;
  }

  /** Allocations that touch a range, of those that are in lanes; each counts once. */
  touching(leftNs: number, rightNs: number): number {
    const { left, right } = this.extent;
    if (leftNs <= left && rightNs >= right) return this.data.rows;
    return this.#counter.count(leftNs, rightNs);
  }

  operatorName(row: number): string {
    return this.nameOf(this.store.name[row]);
  }

  /** The text of an operator's code. */
  nameOf(code: number): string {
    return this.data.texts.names[code - 1] ?? UNKNOWN_NAME;
  }

  /** The user's own frame of a stack. */
  userFrameOf(stack: number): string {
    return this.stacks.userFrame(stack);
  }

  allocatorName(row: number): string {
    return this.data.texts.allocators[this.store.allocator[row] - 1] ?? '';
  }
}
