import { EXIT, type ExitCode, RlInsightError } from '@rl-insight/core/errors';
import { MEMORY_FAILURES, type MemoryGroup } from '@rl-insight/memory-contract';
import {
  type BlockArrays,
  blockArrays,
  type CaptureLive,
  type Grouping,
  groupLive,
  type Holder,
  holders,
  isPaired,
  type LiveGroup,
  liveBytes,
  liveState,
  type OutOfMemoryOptions,
  type OutOfMemoryReport,
  outOfMemory,
  outOfMemoryReports,
  RangeFilter,
  rangesOf,
  UserFrames,
} from '@rl-insight/memory-model';
import { failureDetailLines, mostTelling } from '../answers/failure-lines.js';
import { groupTitle, harmless } from '../answers/group-title.js';
import { type AskedGrouping, askedGrouping } from '../answers/grouping.js';
import { holderLines } from '../answers/holder-lines.js';
import { loadGroups } from '../answers/load-groups.js';
import { type AskedMoment, askedMoment } from '../answers/moment.js';
import { reportOptions } from '../answers/report-options.js';
import { NOT_PAIRED } from '../answers/summary-text.js';
import { tableLines } from '../answers/table.js';
import { bytesText, countText, durationText } from '../answers/units.js';
import { terminalWidth } from '../terminal/streams.js';
import type { CommandContext } from './context.js';

const HOLDERS = 20;

/** What a group holds at a moment. */
interface HoldersReport {
  readonly role: string | null;
  readonly rank_id: number;
  readonly device_type: string;
  readonly time_ns: string;
  readonly live_bytes: number;
  readonly before_capture_bytes: number | null;
  /** The allocation that failed then, where one was asked for; null otherwise. */
  readonly failure: OutOfMemoryReport | null;
  /** By operator and call stack. */
  readonly holders: null | readonly Holder[];
  /** By what was asked for besides; null: nothing. */
  readonly grouped_by: Grouping | null;
  /** Of how many outermost frames, where call stacks are grouped by those; null: of all. */
  readonly prefix_frames: number | null;
  readonly grouped: readonly LiveGroup[];
}

/** The capture of a moment and the time in it; undefined where the group has none. */
function placeOf(
  group: MemoryGroup,
  live: readonly CaptureLive[],
  asked: AskedMoment,
): { capture: CaptureLive; moment: number | 'peak' } | undefined {
  if (asked.kind === 'failure') return undefined;
  if (asked.kind === 'peak') {
    const [first, ...others] = live;
    if (first === undefined) return undefined;
    const capture = others.reduce((a, b) => (b.peak.bytes > a.peak.bytes ? b : a), first);
    return { capture, moment: 'peak' };
  }
  const time =
    asked.kind === 'relative'
      ? (live[0]?.window.startNs ?? 0) + asked.ns
      : Number(asked.ns - group.allocations.originNs);
  const capture = live.find(({ window }) => window.startNs <= time && time <= window.endNs);
  return capture && { capture, moment: time };
}

/** The failed allocation of that number by time, or the one that tells most; undefined without any. */
function failureOf(
  group: MemoryGroup,
  blocks: BlockArrays,
  live: readonly CaptureLive[],
  number: number | null,
  options: OutOfMemoryOptions,
): OutOfMemoryReport | undefined {
  const ns = (time: number) => String(group.allocations.originNs + BigInt(Math.round(time)));
  const found = outOfMemory(group, blocks, live, rangesOf(group), options);
  const reports = outOfMemoryReports(found, options.frames, ns);
  return number === null ? mostTelling(reports)[0] : reports[number - 1];
}

function holdersReport(
  group: MemoryGroup,
  asked: AskedMoment,
  grouping: AskedGrouping | undefined,
  options: OutOfMemoryOptions,
): HoldersReport | undefined {
  const blocks = blockArrays(group);
  const live = liveBytes(group);
  const failure =
    asked.kind === 'failure' ? failureOf(group, blocks, live, asked.number, options) : undefined;
  const moment: AskedMoment =
    failure === undefined ? asked : { kind: 'absolute', ns: BigInt(failure.time_ns) };
  const place = placeOf(group, live, moment);
  if (place === undefined) return undefined;
  const state = liveState(group, blocks, place.capture, place.moment);
  const paired = isPaired(group);
  const { role, rank_id, device_type } = group.info;
  return {
    role: role === '' ? null : role,
    rank_id,
    device_type,
    time_ns: String(group.allocations.originNs + BigInt(Math.round(state.timeNs))),
    live_bytes: state.liveBytes,
    before_capture_bytes: paired ? state.beforeBytes : null,
    failure: failure ?? null,
    holders: paired
      ? holders(group, blocks, state.rows, options.frames).map(({ firstNs: _, ...own }) => own)
      : null,
    grouped_by: grouping?.by ?? null,
    prefix_frames: grouping?.prefixFrames ?? null,
    grouped:
      grouping === undefined || !paired
        ? []
        : groupedRows(group, blocks, state.rows, grouping, options),
  };
}

function groupedRows(
  group: MemoryGroup,
  blocks: BlockArrays,
  rows: Int32Array,
  { by, prefixFrames }: AskedGrouping,
  options: OutOfMemoryOptions,
): LiveGroup[] {
  const prefix = prefixFrames === null ? {} : { prefixFrames };
  return groupLive(group, blocks, rows, by, { ...options, ...prefix });
}

function noFailure(asked: string, groups: readonly MemoryGroup[]): RlInsightError {
  const counts = groups.map(({ tables }) => tables[MEMORY_FAILURES.name]?.numRows ?? 0);
  const most = Math.max(0, ...counts);
  return new RlInsightError({
    code: 'moment-outside',
    exitCode: EXIT.empty,
    message:
      most === 0
        ? `At ${asked} there is nothing: no allocation is recorded to have failed.`
        : `At ${asked} there is nothing: at most ${countText(most)} allocations of a group failed.`,
    remedy: most === 0 ? 'Choose a time, or peak.' : `Choose one from oom:1 to oom:${most}.`,
  });
}

function outside(text: string, groups: readonly MemoryGroup[]): RlInsightError {
  const spans = groups.slice(0, 3).map((group) => {
    const begin = group.info.captures[0]?.start_ns ?? '0';
    const end = group.info.captures.at(-1)?.end_ns ?? begin;
    return `${groupTitle(group.info)}: ${begin} to ${end} (${durationText(Number(BigInt(end) - BigInt(begin)))})`;
  });
  return new RlInsightError({
    code: 'moment-outside',
    exitCode: EXIT.empty,
    message: `At ${text} nothing was recorded; what there is:\n  ${spans.join('\n  ')}`,
    remedy: 'Choose a time inside one of these, or peak.',
  });
}

function groupedLines({ grouped_by, grouped, live_bytes }: HoldersReport, width: number): string[] {
  const rows = grouped
    .slice(0, HOLDERS)
    .map(({ key, bytes, count }) => [
      bytesText(bytes),
      `${((100 * bytes) / live_bytes).toFixed(1)} %`,
      countText(count),
      key === null ? 'not known' : harmless(key.replaceAll(/;\r?\n/g, ' ← ')),
    ]);
  const columns = [
    { title: 'bytes', align: 'right' },
    { title: 'share', align: 'right' },
    { title: 'blocks', align: 'right' },
    { title: (grouped_by ?? '').replace('_', ' '), align: 'left', shrinks: 'end' },
  ] as const;
  const more = grouped.length - rows.length;
  return [
    ...tableLines(columns, rows, width),
    ...(more > 0 ? [`  and ${countText(more)} more`] : []),
  ];
}

function textOf(report: HoldersReport, group: MemoryGroup, width: number, stacks: boolean): string {
  const begin = group.info.captures[0]?.start_ns ?? report.time_ns;
  const head = [
    groupTitle(report),
    `  ${bytesText(report.live_bytes)} live, ${durationText(Number(BigInt(report.time_ns) - BigInt(begin)))} after the begin (${report.time_ns} ns)`,
  ];
  if (report.holders === null) return [...head, NOT_PAIRED].join('\n');
  const lines = [
    ...head,
    `  ${bytesText(report.before_capture_bytes ?? 0)} were there before the capture`,
    ...(report.failure === null ? [] : failureDetailLines(report.failure, width)),
    ...(report.grouped_by === null
      ? report.failure !== null
        ? []
        : holderLines(report.holders, { width, most: HOLDERS, stacks, of: report.live_bytes })
      : groupedLines(report, width)),
  ];
  return lines.join('\n');
}

/** Says who holds memory at a moment. */
export async function atCommand(
  [asked, ...words]: readonly string[],
  groupedBy: string | undefined,
  context: CommandContext,
): Promise<ExitCode> {
  const moment = askedMoment(asked);
  const grouping = groupedBy === undefined ? undefined : askedGrouping(groupedBy);
  const { streams, flags } = context;
  const { groups, config, report, terminal } = await loadGroups(words, context);
  const { internalFrames, include, exclude } = reportOptions(config);
  const options = {
    frames: new UserFrames(internalFrames),
    filter: new RangeFilter(include, exclude),
  };
  const found = groups.flatMap((group) => {
    const own = holdersReport(group, moment, grouping, options);
    return own === undefined ? [] : [{ group, own }];
  });
  if (found.length === 0) {
    throw moment.kind === 'failure' ? noFailure(asked ?? '', groups) : outside(asked ?? '', groups);
  }
  terminal.notices(report.notices);
  terminal.failures(report.failures);
  if (flags.json) {
    const document = { report: 'memory_at', version: 1, groups: found.map(({ own }) => own) };
    streams.stdout.write(`${JSON.stringify(document, null, 2)}\n`);
  } else {
    const width = terminalWidth(streams.stdout);
    const parts = found.map(({ own, group }) => textOf(own, group, width, flags.stacks));
    streams.stdout.write(`${parts.join('\n\n')}\n`);
  }
  return report.failures.length > 0 ? EXIT.partial : EXIT.done;
}
