import type { Counters, MemoryGroup } from '@rl-insight/memory-contract';
import {
  type CaptureLive,
  INTERNAL_FRAMES,
  isPaired,
  liveBytes,
  RangeFilter,
} from '@rl-insight/memory-model';
import type { GroupPart } from '../page-data/files.js';
import {
  type GroupData,
  PAGE_DATA_VERSION,
  type WindowData,
  type WindowEntry,
} from '../page-data/format.js';
import {
  type AllocationGroup,
  type AllocationPacker,
  type GroupAllocations,
  type Packing,
  readAllocations,
  windowsOf,
} from './group-allocations.js';
import { captureEntry } from './group-entries.js';
import { type PartFile, PartMaker } from './group-parts.js';
import { LinePoints } from './line-points.js';
import { type DeflatedColumns, Packer } from './pack.js';
import { peakEntry, unreleasedHolders } from './peak-entry.js';
import { LinePacker, type WindowLines } from './window-lines.js';
import { WINDOW_LIMITS, type WindowLimits } from './windows.js';

/** Windows that are in hand at a time: while one is deflated, the next is made. */
const AT_ONCE = 2;

/** What a group's pages are made of besides the group itself. */
export interface GroupPageOptions {
  readonly originNs: bigint;
  readonly producer: string;
  readonly runId: string;
  readonly overviewPage: string | null;
  /** Name of a file beside the group's. */
  readonly fileOf: (part: GroupPart) => string;
  readonly limits?: WindowLimits;
  /** Regular expressions of frames that are not the user's; a built-in list when it is left out. */
  readonly internalFrames?: readonly string[];
  /** Which user ranges are scopes; all when it is left out. */
  readonly scopes?: RangeFilter;
}

/** What a group's pages share, and what comes beside it. */
export interface SharedData {
  readonly group: GroupData;
  /** Those that the group has. */
  readonly files: readonly PartFile[];
}

/** Makes the data of a group's pages. All times are shifted to the origin of the run. */
export class GroupPages {
  readonly #group: AllocationGroup;
  readonly #options: GroupPageOptions;
  readonly #shift: number;
  readonly #read: Omit<GroupAllocations, 'packer'>;
  /** Undefined when all is packed, for its memory is needed then. */
  #packer: AllocationPacker | undefined;
  #spanning: Packing | undefined;
  /** By window, from when its allocations are packed until it is made. */
  readonly #packed = new Map<number, Promise<DeflatedColumns>>();
  readonly #lines = new Packer();

  /** Reads the allocations; the counters may still be on their way. */
  constructor({ info, allocations, tables }: AllocationGroup, options: GroupPageOptions) {
    this.#group = { info, allocations, tables };
    this.#options = options;
    this.#shift = Number(allocations.originNs - options.originNs);
    const filter = options.scopes ?? new RangeFilter();
    const { packer, ...read } = readAllocations(this.#group, this.#shift, this.#limits, filter);
    this.#packer = packer;
    this.#read = read;
  }

  get #limits(): WindowLimits {
    return this.#options.limits ?? WINDOW_LIMITS;
  }

  /** Packs the allocations of one window after another until the counters are there. */
  async packUntil(isThere: () => boolean): Promise<void> {
    const windows = this.#read.windows ?? [];
    for (let window = 0; window < windows.length && !isThere(); window++) {
      await this.#pack(window, windows);
      await this.#packed.get(window - AT_ONCE);
    }
  }

  /** The data of each window in their order, and then what they share. */
  async *data(counters: Counters): AsyncGenerator<WindowData, SharedData, undefined> {
    const { blocks, scratch } = this.#read;
    const windows = this.#windows(counters);
    const live = liveBytes({ ...this.#group, counters }, blocks, scratch);
    const lines = new LinePacker({ live, counters, shift: this.#shift }, this.#lines);
    const ahead: Promise<WindowData>[] = [];
    for (const [window, entry] of windows.entries()) {
      if (!this.#packed.has(window)) await this.#pack(window, windows);
      ahead.push(handled(this.#window(window, lines.next(entry))));
      // While a window is deflated and written, the next is made.
      const done = ahead.length === AT_ONCE ? ahead.shift() : undefined;
      if (done !== undefined) yield done;
    }
    yield* ahead;
    return this.#shared(windows, { ...this.#group, counters }, live, lines);
  }

  async #pack(window: number, windows: readonly WindowEntry[]): Promise<void> {
    const next = await this.#packer?.window(windows[window]);
    if (next !== undefined) this.#packed.set(window, handled(next.packed));
    if (window < windows.length - 1) return;
    this.#spanning = await this.#packer?.spanning();
    if (this.#spanning !== undefined) handled(this.#spanning.packed);
    this.#packer = undefined;
  }

  async #window(window: number, lines: Promise<WindowLines>): Promise<WindowData> {
    const allocations = await this.#packed.get(window);
    this.#packed.delete(window);
    if (allocations === undefined) throw new RangeError(`window ${window} was not packed`);
    return { version: PAGE_DATA_VERSION, window, allocations, ...(await lines) };
  }

  #windows(counters: Counters): readonly WindowEntry[] {
    const { allocations } = this.#group;
    const { windows, blocks } = this.#read;
    return windows ?? windowsOf(allocations, blocks, counters, this.#limits);
  }

  async #shared(
    windows: readonly WindowEntry[],
    memory: MemoryGroup,
    live: readonly CaptureLive[],
    lines: LinePacker,
  ): Promise<SharedData> {
    const { info, allocations } = this.#group;
    const { producer, runId, originNs, overviewPage, fileOf } = this.#options;
    const { internalFrames = INTERNAL_FRAMES, scopes: filter = new RangeFilter() } = this.#options;
    const { role, rank_id, device_type, captures, warnings } = info;
    const { texts, numbers, totals, lanes, blocks, holders, scratch } = this.#read;
    const shift = this.#shift;
    const overviews = lines.overviews();
    const points = new LinePoints();
    for (const curve of overviews) points.addPart(curve);
    const peaks = live.map((capture, i) => capture.peakIn(overviews[i]));
    const paired = isPaired(memory);
    const found = { allocations, blocks, endNs: scratch, live, peaks, holders, shift, paired };
    const spanning = await this.#spanningFile();
    const parts = new PartMaker(
      {
        ...{ group: memory, blocks, endNs: scratch, live, filter, internalFrames },
        ...{ numbers, shift, fileOf },
      },
      this.#lines,
    );
    const { entries, files } = await parts.make();
    const group = {
      version: PAGE_DATA_VERSION,
      producer,
      runId,
      info: { role, rank_id, device_type },
      originNs: String(originNs),
      timeBasis: captures[0]?.time_basis ?? 'utc',
      overviewPage,
      rows: allocations.rows,
      paired,
      ...totals,
      captures: live.map((capture, i) => captureEntry(capture, captures[i], peaks[i], shift)),
      windows: windows.map((window) => ({
        ...window,
        startNs: window.startNs + shift,
        endNs: window.endNs + shift,
      })),
      warnings,
      internalFrames,
      texts,
      overview: await this.#lines.line(points, shift),
      counters: await lines.counterOverviews(),
      peak: peakEntry(found),
      unreleased: unreleasedHolders(found),
      lanes: lanes.lanes,
      laneFill: await this.#lines.columns(lanes.fill.length, [
        { name: 'fill', coding: 'unsigned', values: lanes.fill },
      ]),
      spanning: spanning === undefined ? null : { file: spanning.file, rows: spanning.rows },
      ...entries,
    } satisfies GroupData;
    return { group, files: spanning === undefined ? files : [spanning, ...files] };
  }

  /** Undefined where no allocation is there in several windows. */
  async #spanningFile(): Promise<(PartFile & { readonly rows: number }) | undefined> {
    if (this.#spanning === undefined) return undefined;
    const { rows, packed } = this.#spanning;
    const data = { version: PAGE_DATA_VERSION, allocations: await packed };
    const file = this.#options.fileOf('spanning');
    return { file, call: 'rlInsightSpanning', data, rows };
  }
}

/** What is waited for later, maybe after something else has failed: that is no fault of its own. */
function handled<T>(promise: Promise<T>): Promise<T> {
  promise.catch(() => undefined);
  return promise;
}
