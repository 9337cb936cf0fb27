import type { Counters, MemoryGroup } from '@rl-insight/memory-contract';
import { type CaptureLive, liveBytes } from '@rl-insight/memory-model';
import {
  type GroupData,
  PAGE_DATA_VERSION,
  type WindowData,
  type WindowEntry,
} from '../page-data/format.js';
import { AllocationPacker } from './group-allocations.js';
import { captureEntry, groupExtent } from './group-entries.js';
import { LinePoints } from './line-points.js';
import { Packer } from './pack.js';
import { LinePacker } from './window-lines.js';
import { splitWindows, WINDOW_LIMITS, type WindowLimits } from './windows.js';

/** Windows that are in hand at a time: while one is deflated, the next is made. */
const AT_ONCE = 2;

/** What a group's pages are made of besides the group itself. */
export interface GroupPageOptions {
  readonly originNs: bigint;
  readonly producer: string;
  readonly runId: string;
  readonly overviewPage: string | null;
  readonly limits?: WindowLimits;
}

/** Makes the data of a group's pages. All times are shifted to the origin of the run. */
export class GroupPages {
  readonly #group: Pick<MemoryGroup, 'info' | 'allocations'>;
  readonly #options: GroupPageOptions;
  readonly #shift: number;
  readonly #packer = new Packer();
  readonly #allocations: AllocationPacker;

  /** Reads the allocations; the counters may still be on their way. */
  constructor(
    { info, allocations }: Pick<MemoryGroup, 'info' | 'allocations'>,
    options: GroupPageOptions,
  ) {
    this.#group = { info, allocations };
    this.#options = options;
    this.#shift = Number(allocations.originNs - options.originNs);
    this.#allocations = new AllocationPacker(this.#group, this.#shift, this.#packer);
  }

  /** The data of each window in their order, and then what they share. */
  async *data(counters: Counters): AsyncGenerator<WindowData, GroupData, undefined> {
    const { allocations } = this.#group;
    const { blocks, scratch } = this.#allocations;
    const extent = groupExtent(allocations, counters, blocks.windows);
    const startOf = (row: number) => allocations.views.startNs.at(row);
    const limits = this.#options.limits ?? WINDOW_LIMITS;
    const windows = splitWindows(allocations.rows, startOf, extent, limits);
    const live = liveBytes({ ...this.#group, counters }, blocks, scratch);
    const lines = new LinePacker({ live, counters, shift: this.#shift }, this.#packer);
    const ahead: Promise<WindowData>[] = [];
    for (let window = 0; window < windows.length; window++) {
      for (let next = window + ahead.length; next < windows.length; next++) {
        if (ahead.length === AT_ONCE) break;
        ahead.push(this.#window(next, windows[next], lines));
      }
      const own = ahead.shift();
      if (own !== undefined) yield own;
    }
    return this.#shared(windows, live, lines);
  }

  async #window(window: number, entry: WindowEntry, lines: LinePacker): Promise<WindowData> {
    const packing = this.#allocations.next(entry);
    const own = await lines.next(entry);
    return { version: PAGE_DATA_VERSION, window, allocations: await packing, ...own };
  }

  async #shared(
    windows: readonly WindowEntry[],
    live: readonly CaptureLive[],
    lines: LinePacker,
  ): Promise<GroupData> {
    const { info, allocations } = this.#group;
    const { producer, runId, originNs, overviewPage } = this.#options;
    const { role, rank_id, device_type, captures, warnings } = info;
    const { texts, totals } = this.#allocations;
    const shift = this.#shift;
    const overviews = lines.overviews();
    const points = new LinePoints();
    for (const curve of overviews) points.addPart(curve);
    return {
      version: PAGE_DATA_VERSION,
      producer,
      runId,
      info: { role, rank_id, device_type },
      originNs: String(originNs),
      timeBasis: captures[0]?.time_basis ?? 'utc',
      overviewPage,
      rows: allocations.rows,
      ...totals,
      captures: live.map((capture, i) =>
        captureEntry(capture, captures[i], capture.peakIn(overviews[i]), shift),
      ),
      windows: windows.map((window) => ({
        ...window,
        startNs: window.startNs + shift,
        endNs: window.endNs + shift,
      })),
      warnings,
      texts,
      overview: await this.#packer.line(points, shift),
    };
  }
}
