import { EXIT, type ExitCode, RlInsightError } from '@rl-insight/core/errors';
import type { MemoryGroup } from '@rl-insight/memory-contract';
import {
  type BlockArrays,
  blockArrays,
  type CaptureLive,
  type Grouping,
  type GroupLiveOptions,
  groupLive,
  type Holder,
  holders,
  type LiveGroup,
  liveBytes,
  liveState,
  RangeFilter,
  UserFrames,
} from '@rl-insight/memory-model';
import { groupTitle, harmless } from '../answers/group-title.js';
import { type AskedGrouping, askedGrouping } from '../answers/grouping.js';
import { holderLines } from '../answers/holder-lines.js';
import { loadGroups } from '../answers/load-groups.js';
import { type AskedMoment, askedMoment } from '../answers/moment.js';
import { reportOptions } from '../answers/report-options.js';
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
  readonly before_capture_bytes: number;
  /** By operator and call stack. */
  readonly holders: readonly Holder[];
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

function holdersReport(
  group: MemoryGroup,
  asked: AskedMoment,
  grouping: AskedGrouping | undefined,
  options: Pick<GroupLiveOptions, 'frames' | 'filter'>,
): HoldersReport | undefined {
  const blocks = blockArrays(group);
  const place = placeOf(group, liveBytes(group), asked);
  if (place === undefined) return undefined;
  const state = liveState(group, blocks, place.capture, place.moment);
  const { role, rank_id, device_type } = group.info;
  return {
    role: role === '' ? null : role,
    rank_id,
    device_type,
    time_ns: String(group.allocations.originNs + BigInt(Math.round(state.timeNs))),
    live_bytes: state.liveBytes,
    before_capture_bytes: state.beforeBytes,
    holders: holders(group, blocks, state.rows, options.frames).map(
      ({ firstNs: _, ...own }) => own,
    ),
    grouped_by: grouping?.by ?? null,
    prefix_frames: grouping?.prefixFrames ?? null,
    grouped:
      grouping === undefined ? [] : groupedRows(group, blocks, state.rows, grouping, options),
  };
}

function groupedRows(
  group: MemoryGroup,
  blocks: BlockArrays,
  rows: Int32Array,
  { by, prefixFrames }: AskedGrouping,
  options: Pick<GroupLiveOptions, 'frames' | 'filter'>,
): LiveGroup[] {
  const prefix = prefixFrames === null ? {} : { prefixFrames };
  return groupLive(group, blocks, rows, by, { ...options, ...prefix });
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
  const lines = [
    groupTitle(report),
    `  ${bytesText(report.live_bytes)} live, ${durationText(Number(BigInt(report.time_ns) - BigInt(begin)))} after the begin (${report.time_ns} ns)`,
    `  ${bytesText(report.before_capture_bytes)} were there before the capture`,
    ...(report.grouped_by === null
      ? holderLines(report.holders, { width, most: HOLDERS, stacks, of: report.live_bytes })
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
  if (found.length === 0) throw outside(asked ?? '', groups);
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
