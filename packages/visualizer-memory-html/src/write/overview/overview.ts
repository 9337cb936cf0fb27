import type { MemoryGroup } from '@rl-insight/memory-contract';
import type { GroupData } from '../../page-data/format.js';
import {
  OVERVIEW_DATA_VERSION,
  type OverviewData,
  type OverviewGroup,
  type OverviewNotice,
} from '../../page-data/overview-format.js';
import { Packer } from '../pack.js';
import { comparedClocks } from './clocks.js';
import { outliersOf } from './outliers.js';
import { groupSlices, slicesOfCapture } from './slices.js';
import { unreleasedBytes } from './unreleased.js';

/** What is kept of a group after its pages are written. */
interface Seen {
  readonly info: MemoryGroup['info'];
  readonly entry: Omit<OverviewGroup, 'outlier'>;
  readonly slices: Float64Array;
}

/** Takes what a run's groups have in common to compare, one group after another. */
export class Overview {
  readonly #groups: number;
  readonly #seen: Seen[] = [];
  #timeBasis = 'utc';

  /** @param groups how many there will be */
  constructor(groups: number) {
    this.#groups = groups;
  }

  /** What only the group's tables tell; before its pages take them apart. */
  static heldBytes({ allocations }: Pick<MemoryGroup, 'allocations'>): number {
    return unreleasedBytes(allocations);
  }

  add(info: MemoryGroup['info'], data: GroupData, folder: string, heldBytes: number): void {
    if (this.#seen.length === 0) this.#timeBasis = data.timeBasis;
    const { captures, bytes } = groupSlices(
      data,
      slicesOfCapture(this.#groups, data.captures.length),
    );
    const allocators = data.captures.flatMap((capture) => capture.allocators);
    const highest = [...data.captures].sort((a, b) => b.peakBytes - a.peakBytes).at(0);
    this.#seen.push({
      info,
      slices: bytes,
      entry: {
        role: info.role,
        rank: info.rank_id,
        device: info.device_type,
        folder: encodeURIComponent(folder),
        windowStartsNs: data.windows.map(({ startNs }) => startNs),
        captures,
        allocations: data.rows,
        peakBytes: highest?.peakBytes ?? 0,
        peakNs: highest?.peakNs ?? 0,
        endBytes: data.captures.at(-1)?.endBytes ?? 0,
        unreleased: data.rows - data.released,
        unreleasedBytes: data.paired ? heldBytes : null,
        unknownReleases: allocators.reduce((sum, one) => sum + one.unknownReleases, 0),
        unknownReleaseBytes: allocators.reduce((sum, one) => sum + one.unknownReleaseBytes, 0),
        failures: data.failures?.count ?? 0,
        warnings: data.warnings.length,
      },
    });
  }

  async data(run: Pick<OverviewData, 'producer' | 'runId' | 'originNs'>): Promise<OverviewData> {
    const seen = this.#seen;
    const outliers = outliersOf(
      seen.map(({ info, entry }) => ({ info, peakBytes: entry.peakBytes })),
    );
    const all = new Float64Array(seen.reduce((sum, { slices }) => sum + slices.length, 0));
    let end = 0;
    for (const { slices } of seen) {
      all.set(slices, end);
      end += slices.length;
    }
    return {
      version: OVERVIEW_DATA_VERSION,
      ...run,
      timeBasis: this.#timeBasis,
      groups: seen.map(({ entry }, i) => ({ ...entry, outlier: outliers[i] })),
      notices: noticesOf(seen.map(({ info }) => info)),
      clocks: comparedClocks(seen.map(({ info }) => info)),
      slices: await new Packer().columns(all.length, [
        { name: 'bytes', coding: 'delta', values: all },
      ]),
    };
  }
}

/** Warnings by their kind: hundreds of ranks mostly have the same. */
function noticesOf(infos: readonly MemoryGroup['info'][]): OverviewNotice[] {
  const byCode = new Map<string, { message: string; differs: boolean; groups: Set<number> }>();
  infos.forEach(({ warnings }, group) => {
    for (const { code, message } of warnings) {
      const notice = byCode.get(code) ?? { message, differs: false, groups: new Set() };
      notice.differs ||= notice.message !== message;
      notice.groups.add(group);
      byCode.set(code, notice);
    }
  });
  return [...byCode.values()].map((notice) => ({ ...notice, groups: [...notice.groups] }));
}
