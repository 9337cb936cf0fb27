import {
  type MemoryGroup,
  STACK_MATCHES,
  START_SOURCES,
  type StackMatch,
  type StartSource,
} from '@rl-insight/memory-contract';
import { type BlockArrays, blockArrays } from './block-arrays.js';
import { captureReports } from './capture-reports.js';
import { shortLived } from './churn.js';
import { counterReports } from './counter-reports.js';
import { rangesOf } from './group-ranges.js';
import { growingHolders } from './growth.js';
import { bySize, holders } from './holders.js';
import { type CaptureLive, liveBytes } from './live-bytes.js';
import { outOfMemory } from './out-of-memory.js';
import { outOfMemoryReports } from './out-of-memory-report.js';
import { comparableRanks, OUTLIER_SHARE, outlierRanks, parallelGroupsOf } from './outliers.js';
import { isPaired } from './pairing.js';
import { fragmentationReports, peakReport } from './peak-report.js';
import { RangeFilter } from './range-filter.js';
import type {
  AllocationsReport,
  AllocatorReport,
  GroupReport,
  MemoryReport,
  OutlierRanksReport,
  UnreleasedReport,
} from './report-types.js';
import { scopeReports } from './scope-report.js';
import { scopeEntries } from './scopes.js';
import { stepsOf } from './steps.js';
import { StreamedGroup } from './streamed/streamed-group.js';
import { threadHoldings } from './threads.js';
import { UserFrames } from './user-frame.js';

/** Rows that are read at a time: so many that the loops over them are what takes time. */
const ROWS_AT_ONCE = 4096;

export interface ReportOptions {
  /** Frames that are not the user's, as regular expressions; a built-in list when absent. */
  readonly internalFrames?: readonly string[];
  /** User ranges that are scopes; all when absent. See {@link RangeFilter}. */
  readonly include?: readonly string[];
  /** User ranges inside which allocations count for no scope. */
  readonly exclude?: readonly string[];
}

/**
 * Everything that the report says of groups. O(n log n) for n rows; what it takes beyond the columns
 * is some 60 bytes a row.
 *
 * @throws SyntaxError when an expression of the options is none.
 */
export function memoryReport(
  groups: readonly (MemoryGroup | StreamedGroup)[],
  options: ReportOptions = {},
): MemoryReport {
  const frames = new UserFrames(options.internalFrames);
  const filter = new RangeFilter(options.include, options.exclude);
  const reports = groups.map((group) =>
    group instanceof StreamedGroup ? group.report(frames) : groupReport(group, frames, filter),
  );
  return {
    report: 'memory_report',
    version: 1,
    groups: reports,
    outlier_ranks: outlierRanksReport(reports, groups),
  };
}

function outlierRanksReport(
  reports: readonly GroupReport[],
  groups: readonly Pick<MemoryGroup, 'info'>[],
): OutlierRanksReport | null {
  const parallelGroups = parallelGroupsOf(groups.map(({ info }) => info));
  const compared = comparableRanks(reports, parallelGroups);
  if (compared === 0) return null;
  return {
    threshold: OUTLIER_SHARE,
    compared_ranks: compared,
    outliers: outlierRanks(reports, parallelGroups),
  };
}

function groupReport(group: MemoryGroup, frames: UserFrames, filter: RangeFilter): GroupReport {
  const { info, allocations } = group;
  const blocks = blockArrays(group);
  const live = liveBytes(group);
  const ranges = rangesOf(group);
  const ns = (time: number) => String(allocations.originNs + BigInt(Math.round(time)));
  const paired = isPaired(group);
  // What threads and scopes hold takes the releases of their own blocks.
  const entries = paired ? scopeEntries(group, blocks, ranges, filter) : [];
  const scopes = scopeReports(entries, ns);
  const steps = stepsOf(group, live, ranges);
  const all = live.flatMap(({ allocators }) => allocators);
  const first = live[0]?.allocators ?? [];
  return {
    role: info.role === '' ? null : info.role,
    rank_id: info.rank_id,
    device_type: info.device_type,
    captures: captureReports(info),
    start_live_bytes: first.reduce((sum, { startLiveBytes }) => sum + startLiveBytes, 0),
    start_source: leastCertain(first.map(({ startSource }) => startSource)),
    end_live_bytes: live.at(-1)?.endLiveBytes ?? 0,
    live_bytes_match_reported: matches(all.map(({ matchesReported }) => matchesReported)),
    untracked_bytes: all.reduce((most, { untrackedBytes }) => Math.max(most, untrackedBytes), 0),
    allocations: allocationsReport(group, blocks, live),
    stacks: stackCounts(group),
    allocators: allocatorReports(live, ns),
    counters: counterReports(group.counters, ns),
    peak: peakReport(group, blocks, live, frames, ns),
    unreleased: paired ? unreleasedReports(group, blocks, frames, ns) : null,
    steps: steps.map(({ step, peakLiveBytes, endLiveBytes }) => ({
      step,
      peak_live_bytes: peakLiveBytes,
      end_live_bytes: endLiveBytes,
    })),
    growth: paired ? growingHolders(group, blocks, steps, frames) : null,
    fragmentation: fragmentationReports(group, live, ns),
    short_lived: paired ? shortLived(group, blocks) : [],
    threads: (paired ? threadHoldings(group, blocks) : []).map((thread) => ({
      thread_id: thread.threadId,
      thread_name: thread.threadName,
      peak_bytes: thread.peakBytes,
      peak_time_ns: ns(thread.peakNs),
      end_bytes: thread.endBytes,
      count: thread.count,
    })),
    ...scopes,
    out_of_memory: outOfMemoryReports(
      outOfMemory(group, blocks, live, ranges, { frames, filter }),
      frames,
      ns,
    ),
    warnings: info.warnings,
  };
}

/** Of several starting levels, the source that says the least. */
function leastCertain(sources: readonly StartSource[]): StartSource {
  if (sources.length === 0) return 'none';
  return START_SOURCES[Math.max(...sources.map((source) => START_SOURCES.indexOf(source)))];
}

function matches(all: readonly (boolean | null)[]): boolean | null {
  const known = all.filter((match) => match !== null);
  return known.length === 0 ? null : known.every((match) => match);
}

/**
 * How many rows are releases whose allocation was not seen: by their size, or by a release of a block
 * from before that has no place among the events of its capture.
 */
function unseenAllocations({ allocations }: MemoryGroup, blocks: BlockArrays): number {
  const { rows, views, beforeCapture } = allocations;
  const sizes = new Float64Array(ROWS_AT_ONCE);
  let unseen = 0;
  for (let begin = 0; begin < rows; begin += ROWS_AT_ONCE) {
    const end = Math.min(begin + ROWS_AT_ONCE, rows);
    views.sizeBytes.copy(begin, end, sizes);
    for (let i = 0; i < end - begin; i++) if (sizes[i] < 0) unseen++;
  }
  const { allocSeq } = views;
  if (allocSeq === undefined) return unseen;
  for (let row = beforeCapture.indexOf(1); row >= 0; row = beforeCapture.indexOf(1, row + 1)) {
    const isReleased = blocks.endNs[row] < Number.POSITIVE_INFINITY;
    const isSeen = views.sizeBytes.at(row) < 0 || !Number.isNaN(allocSeq.at(row));
    if (isReleased && !isSeen) unseen++;
  }
  return unseen;
}

function allocationsReport(
  group: MemoryGroup,
  blocks: BlockArrays,
  live: readonly CaptureLive[],
): AllocationsReport {
  let count = 0;
  let released = 0;
  let bytes = 0;
  let unknown = unseenAllocations(group, blocks);
  for (let row = 0; row < blocks.rows; row++) {
    if (blocks.before[row]) continue;
    count++;
    bytes += blocks.bytes[row];
    if (blocks.endNs[row] < Number.POSITIVE_INFINITY) released++;
  }
  for (const { allocators } of live) {
    for (const { unknownReleases } of allocators) unknown += unknownReleases.bytes.length;
  }
  if (!isPaired(group)) {
    return { count, released: null, unreleased: null, releases_of_unknown: 0, bytes };
  }
  return { count, released, unreleased: count - released, releases_of_unknown: unknown, bytes };
}

function stackCounts({ allocations }: MemoryGroup): Record<StackMatch, number> {
  const counts = Object.fromEntries(STACK_MATCHES.map((match) => [match, 0]));
  const { codes, values } = allocations.text('stack_match');
  for (let row = 0; row < allocations.rows; row++) {
    const match = values[codes[row]];
    counts[match in counts ? match : 'none']++;
  }
  return counts as Record<StackMatch, number>;
}

function allocatorReports(
  live: readonly CaptureLive[],
  ns: (time: number) => string,
): AllocatorReport[] {
  const reports = new Map<string, AllocatorReport>();
  for (const { allocators } of live) {
    for (const { allocator, startLiveBytes, peak } of allocators) {
      const known = reports.get(allocator);
      if (known !== undefined && known.peak_live_bytes >= peak.bytes) continue;
      reports.set(allocator, {
        allocator,
        start_live_bytes: known?.start_live_bytes ?? startLiveBytes,
        peak_live_bytes: peak.bytes,
        peak_time_ns: ns(peak.timeNs),
      });
    }
  }
  return [...reports.values()].sort(
    (a, b) => b.peak_live_bytes - a.peak_live_bytes || (a.allocator < b.allocator ? -1 : 1),
  );
}

function unreleasedReports(
  group: MemoryGroup,
  blocks: BlockArrays,
  frames: UserFrames,
  ns: (time: number) => string,
): UnreleasedReport[] {
  const rows: number[] = [];
  for (let row = 0; row < blocks.rows; row++) {
    if (!blocks.before[row] && blocks.endNs[row] === Number.POSITIVE_INFINITY) rows.push(row);
  }
  return holders(group, blocks, Int32Array.from(rows), frames)
    .sort(bySize)
    .map(({ name, user_frame, call_stack, bytes, count, firstNs }) => ({
      name,
      user_frame,
      call_stack,
      bytes,
      count,
      first_ns: ns(firstNs),
    }));
}
