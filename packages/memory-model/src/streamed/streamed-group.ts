import {
  type EventStream,
  type GroupInfo,
  STACK_MATCHES,
  type StackMatch,
} from '@rl-insight/memory-contract';
import { captureReports } from '../capture-reports.js';
import { outOfMemoryReports } from '../out-of-memory-report.js';
import type { GroupReport, ThreadReport } from '../report-types.js';
import type { UserFrames } from '../user-frame.js';
import { EventTotals } from './event-totals.js';
import { UNNAMED, unnamedHolder } from './unnamed.js';

const ns = (time: number) => String(BigInt(Math.round(time)));

/**
 * A group whose blocks came as a stream of events. What is said of it is the same as of its tables,
 * in a third of the time, and in memory for what is live.
 */
export class StreamedGroup {
  readonly info: GroupInfo;
  readonly #totals: EventTotals;

  private constructor(info: GroupInfo, totals: EventTotals) {
    this.info = info;
    this.#totals = totals;
  }

  /**
   * Goes through a stream to its end.
   *
   * @throws what the stream throws.
   */
  static async read(stream: EventStream): Promise<StreamedGroup> {
    const totals = new EventTotals();
    for await (const batch of stream.batches) totals.add(batch);
    totals.end();
    return new StreamedGroup(stream.info(), totals);
  }

  /** Live bytes in equal parts of the time: the highest level of each, to within a thousandth of it. */
  levels(parts: number): number[] {
    return this.#totals.bins.bars(parts).map((level) => level + this.#totals.unknownBytes);
  }

  report(frames: UserFrames): GroupReport {
    const { info } = this;
    const totals = this.#totals;
    const { peak, unknownBytes: before } = totals;
    const [{ allocators, start_ns }] = info.captures;
    const peakTime = Number.isNaN(peak.timeNs) ? start_ns : ns(peak.timeNs);
    const peakBytes = before + peak.level;
    // Blocks from before are known by their releases: they are among the holders, like all that has a row.
    const peakCount = peak.count + totals.unknownReleases - peak.unknownReleases;
    const { churnBytes, churnCount } = totals;
    return {
      role: info.role === '' ? null : info.role,
      rank_id: info.rank_id,
      device_type: info.device_type,
      captures: captureReports(info),
      start_live_bytes: before,
      start_source: allocators[0].start_source,
      end_live_bytes: totals.liveBytes,
      live_bytes_match_reported: null,
      untracked_bytes: 0,
      allocations: {
        count: totals.allocations,
        released: totals.releases,
        unreleased: totals.allocations - totals.releases,
        releases_of_unknown: totals.unknownReleases,
        bytes: totals.allocatedBytes,
      },
      stacks: stackCounts(totals.allocations + totals.unknownReleases),
      allocators: [
        {
          allocator: allocators[0].allocator,
          start_live_bytes: before,
          peak_live_bytes: peakBytes,
          peak_time_ns: peakTime,
        },
      ],
      counters: [],
      peak: {
        time_ns: peakTime,
        live_bytes: peakBytes,
        before_capture_bytes: 0,
        reserved_bytes: null,
        holders: peakCount === 0 ? [] : [unnamedHolder(peakBytes, peakCount)],
      },
      unreleased: this.#unreleased(),
      steps: [],
      growth: null,
      fragmentation: [],
      short_lived:
        churnCount === 0 ? [] : [{ name: UNNAMED, bytes: churnBytes, count: churnCount }],
      threads: this.#threads(),
      scopes: [],
      scopes_by_path: [],
      out_of_memory: outOfMemoryReports(this.#failures(), frames, ns),
      warnings: info.warnings,
    };
  }

  /** Levels of failures, as they are once it is known what was there before. */
  #failures() {
    const { failures, unknownBytes } = this.#totals;
    return failures.map((failure) => ({
      ...failure,
      liveBytes: failure.liveBytes + unknownBytes,
      beforeBytes: failure.beforeBytes + unknownBytes,
    }));
  }

  #unreleased(): GroupReport['unreleased'] {
    const { blocks } = this.#totals;
    let bytes = 0;
    let count = 0;
    let firstNs = Number.POSITIVE_INFINITY;
    for (const block of this.#totals.liveBlocks()) {
      bytes += blocks.bytes[block];
      count++;
      firstNs = Math.min(firstNs, blocks.startNs[block]);
    }
    if (count === 0) return [];
    const { name, user_frame, call_stack } = unnamedHolder(bytes, count);
    return [{ name, user_frame, call_stack, bytes, count, first_ns: ns(firstNs) }];
  }

  #threads(): ThreadReport[] {
    const { ids, peak, peakNs, outstanding, count } = this.#totals.threads;
    return ids
      .map((id, thread) => ({
        thread_id: id,
        thread_name: null,
        peak_bytes: peak[thread],
        peak_time_ns: ns(peakNs[thread]),
        end_bytes: outstanding[thread],
        count: count[thread],
      }))
      .filter((thread) => !Number.isNaN(thread.thread_id))
      .sort((a, b) => b.peak_bytes - a.peak_bytes || a.thread_id - b.thread_id);
  }
}

function stackCounts(rows: number): Record<StackMatch, number> {
  const counts = Object.fromEntries(STACK_MATCHES.map((match) => [match, 0]));
  return { ...(counts as Record<StackMatch, number>), none: rows };
}
