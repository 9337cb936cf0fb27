import type { GroupReport, MemoryReport } from '@rl-insight/memory-model';
import { failureLines } from './failure-lines.js';
import { groupTitle, harmless } from './group-title.js';
import { holderLines } from './holder-lines.js';
import { rankLines } from './rank-lines.js';
import { tableLines } from './table.js';
import { atText, between, bytesText, countText, durationText, sparkline } from './units.js';
import { churnLines, counterLines, fragmentationLines, growthLines } from './waste-lines.js';

export interface SummaryTextOptions {
  /** Columns of the terminal. */
  readonly width: number;
  readonly stacks: boolean;
  /** Live bytes of each group over its time, in equal steps, for a line of bars. */
  readonly levels: readonly (readonly number[])[];
}

const HOLDERS = 10;
const THREADS = 5;
const SCOPES = 8;

const START: Readonly<Record<string, string>> = {
  counters: 'as the allocators’ counters say',
  final_state: 'from the final state',
  releases: 'at least: the sum of what was released without an allocation',
  none: 'unknown, taken for zero',
};

/** Said of a source whose releases are of no allocation. */
export const NOT_PAIRED =
  '  not recorded: needs addresses, which tell what a release is of (PyTorch 1.13 or later)';

function peakLines(group: GroupReport, options: SummaryTextOptions): string[] {
  const { peak } = group;
  const reserved =
    peak.reserved_bytes === null ? '' : `, ${bytesText(peak.reserved_bytes)} reserved`;
  return [
    '',
    'What was the peak?',
    `  ${bytesText(peak.live_bytes)} live${reserved}, ${atText(group, peak.time_ns)}`,
    '',
    'What was in it?',
    ...(peak.holders === null
      ? [NOT_PAIRED]
      : [
          `  ${bytesText(peak.before_capture_bytes ?? 0)} were there before the capture`,
          ...holderLines(peak.holders, { ...options, most: HOLDERS, of: peak.live_bytes }),
        ]),
  ];
}

function unreleasedLines(group: GroupReport, options: SummaryTextOptions): string[] {
  const { unreleased } = group;
  if (unreleased === null) return ['', 'What was never released?', NOT_PAIRED];
  const bytes = unreleased.reduce((sum, holder) => sum + holder.bytes, 0);
  const head = ['', 'What was never released?'];
  if (unreleased.length === 0) return [...head, '  nothing'];
  return [
    ...head,
    `  ${bytesText(bytes)} in ${countText(group.allocations.unreleased ?? 0)} blocks`,
    ...holderLines(unreleased, { ...options, most: HOLDERS, of: bytes }),
  ];
}

function stepLines({ steps }: GroupReport, { width }: SummaryTextOptions): string[] {
  const head = ['', 'How did it change from step to step?'];
  if (steps.length < 2) return [...head, '  not recorded: needs two training steps or more'];
  const rows = steps.map(({ step, peak_live_bytes, end_live_bytes }) => [
    String(step),
    bytesText(peak_live_bytes),
    bytesText(end_live_bytes),
  ]);
  const columns = ['step', 'peak', 'at its end'].map(
    (title) => ({ title, align: 'right' }) as const,
  );
  return [...head, ...tableLines(columns, rows, width)];
}

function threadLines({ threads }: GroupReport, { width }: SummaryTextOptions): string[] {
  if (threads.length === 0)
    return ['', 'Which thread?', '  not recorded: needs a trace, or a log with threads'];
  const rows = threads
    .slice(0, THREADS)
    .map(({ thread_id, thread_name, peak_bytes, end_bytes, count }) => [
      thread_name === null ? String(thread_id) : `${harmless(thread_name)} (${thread_id})`,
      bytesText(peak_bytes),
      bytesText(end_bytes),
      countText(count),
    ]);
  const columns = [
    { title: 'thread', align: 'left', shrinks: 'end' },
    { title: 'most held', align: 'right' },
    { title: 'at the end', align: 'right' },
    { title: 'allocations', align: 'right' },
  ] as const;
  return ['', 'Which thread?', ...tableLines(columns, rows, width)];
}

function scopeLines({ scopes_by_path }: GroupReport, { width }: SummaryTextOptions): string[] {
  const head = ['', 'How much does each scope need?'];
  if (scopes_by_path.length === 0) {
    return [...head, '  not recorded: needs user ranges around allocations'];
  }
  const hasThreads = scopes_by_path.some(({ max_thread_id }) => max_thread_id !== null);
  const rows = scopes_by_path
    .slice(0, SCOPES)
    .map(({ path, entries, max_bytes, max_thread_id, ...scope }) => [
      harmless(path),
      countText(entries),
      bytesText(max_bytes),
      ...(hasThreads ? [String(max_thread_id)] : []),
      bytesText(scope.p95_bytes),
      bytesText(scope.p50_bytes),
      bytesText(scope.left_outstanding_bytes),
    ]);
  const columns = [
    { title: 'scope', align: 'left', shrinks: 'end' },
    { title: 'entries', align: 'right' },
    { title: 'most', align: 'right' },
    ...(hasThreads ? [{ title: 'on thread', align: 'right' } as const] : []),
    { title: '95 %', align: 'right' },
    { title: 'median', align: 'right' },
    { title: 'left', align: 'right' },
  ] as const;
  return [...head, ...tableLines(columns, rows, width)];
}

function unknownLines(group: GroupReport): string[] {
  const { allocations, untracked_bytes, live_bytes_match_reported, stacks } = group;
  const lines = ['', 'What is unknown?'];
  const found = Object.entries(stacks)
    .filter(([match, count]) => match !== 'none' && count > 0)
    .map(([match, count]) => `${countText(count)} ${match}`);
  const stackText = found.length === 0 ? 'none found' : found.join(', ');
  lines.push(`  call stacks: ${stackText}; ${countText(stacks.none)} without`);
  lines.push(`  the level at the begin: ${START[group.start_source]}`);
  if (allocations.releases_of_unknown > 0) {
    lines.push(
      `  ${countText(allocations.releases_of_unknown)} releases of blocks from before the capture`,
    );
  }
  if (untracked_bytes > 0) {
    lines.push(`  up to ${bytesText(untracked_bytes)} that the counters show and no row explains`);
  }
  lines.push(
    live_bytes_match_reported === null
      ? '  there are no counters to compare live bytes with'
      : live_bytes_match_reported
        ? '  live bytes equal every sample of the allocators’ counters'
        : '  live bytes do not equal every sample of the allocators’ counters',
  );
  return lines;
}

function groupLines(group: GroupReport, levels: readonly number[], options: SummaryTextOptions) {
  const { captures, allocations } = group;
  const length = captures.reduce((sum, c) => sum + between(c.start_ns, c.end_ns), 0);
  const several = captures.length === 1 ? '' : `, ${captures.length} captures`;
  return [
    groupTitle(group),
    `  ${durationText(length)}${several}, ${countText(allocations.count)} allocations of ${bytesText(allocations.bytes)}`,
    ...(levels.length === 0 ? [] : [`  ${sparkline(levels)}`]),
    ...peakLines(group, options),
    ...unreleasedLines(group, options),
    ...stepLines(group, options),
    ...growthLines(group, options.width),
    ...counterLines(group, options.width),
    ...fragmentationLines(group, options.width),
    ...churnLines(group, options.width),
    ...threadLines(group, options),
    ...scopeLines(group, options),
    ...failureLines(group, options.width),
    ...unknownLines(group),
  ];
}

/** A report as a person reads it. */
export function summaryText(report: MemoryReport, options: SummaryTextOptions): string {
  const parts = report.groups.map((group, i) =>
    groupLines(group, options.levels[i] ?? [], options).join('\n'),
  );
  return `${[...parts, rankLines(report, options.width).join('\n')].join('\n\n')}\n`;
}
