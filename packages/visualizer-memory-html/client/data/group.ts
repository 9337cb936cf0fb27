import { UNKNOWN_NAME } from '@rl-insight/memory-contract/contracts';
import type { CaptureEntry, GroupData, WindowData } from '../../src/page-data/format.js';
import { AllocationStore } from './allocation-store.js';
import { unpackLine } from './line.js';
import { MemoryLines } from './memory-lines.js';
import { Stacks } from './stacks.js';
import { TouchCounter } from './touching.js';
import { column, unpackColumns } from './unpack.js';

/** Releases that no row explains, in the windows that are loaded, by time. */
export interface UnknownReleases {
  readonly timeNs: Float64Array;
  readonly bytes: Float64Array;
}

const NONE: UnknownReleases = { timeNs: new Float64Array(0), bytes: new Float64Array(0) };

/** A group as the page knows it: what all pages share, and the windows that are loaded. */
export class Group {
  readonly data: GroupData;
  readonly stacks: Stacks;
  readonly store: AllocationStore;
  readonly lines: MemoryLines;
  readonly #releases = new Map<number, UnknownReleases>();
  #counter: TouchCounter | undefined;

  private constructor(data: GroupData, stacks: Stacks, lines: MemoryLines) {
    this.data = data;
    this.stacks = stacks;
    this.lines = lines;
    this.store = new AllocationStore(data.rows, data.captures);
  }

  static async open(data: GroupData): Promise<Group> {
    const [stacks, overview] = await Promise.all([
      Stacks.open(data.texts),
      unpackLine(data.overview, data.captures),
    ]);
    return new Group(data, stacks, new MemoryLines(data, overview));
  }

  get captures(): readonly CaptureEntry[] {
    return this.data.captures;
  }

  /** From the begin of the first window to the end of the last. */
  get extent(): { readonly left: number; readonly right: number } {
    const { windows } = this.data;
    return { left: windows[0].startNs, right: windows[windows.length - 1].endNs };
  }

  /** Decodes a window and takes it in. */
  async addWindow(window: WindowData): Promise<void> {
    const { captures } = this.data;
    const [allocations, releases, live, ...counters] = await Promise.all([
      unpackColumns(window.allocations),
      unpackColumns(window.unknownReleases),
      unpackLine(window.live, captures),
      ...window.counters.map(async ({ line, ...counter }) => ({
        ...counter,
        stretches: await unpackLine(line, captures),
      })),
    ]);
    this.store.add(allocations);
    this.lines.add(window.window, { live, counters });
    this.#releases.set(window.window, {
      timeNs: column(releases, 'time'),
      bytes: column(releases, 'bytes'),
    });
    this.#counter = undefined;
  }

  unknownReleases(window: number): UnknownReleases {
    return this.#releases.get(window) ?? NONE;
  }

  /** Allocations that touch a range, of those that are loaded; each counts once. */
  touching(leftNs: number, rightNs: number): number {
    this.#counter ??= new TouchCounter(this.store);
    return this.#counter.count(leftNs, rightNs);
  }

  operatorName(row: number): string {
    return this.data.texts.names[this.store.name[row] - 1] ?? UNKNOWN_NAME;
  }

  allocatorName(row: number): string {
    return this.data.texts.allocators[this.store.allocator[row] - 1] ?? '';
  }
}
