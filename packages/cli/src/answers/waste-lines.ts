import type { GroupReport } from '@rl-insight/memory-model';
import { harmless } from './group-title.js';
import { tableLines } from './table.js';
import { atText, bytesText, changeText, countText, shareText } from './units.js';

/** How many of each list are shown: the largest few. */
const SHOWN = 5;
const COUNTERS = 8;

function more(count: number, what: string): string[] {
  return count > SHOWN ? [`  and ${countText(count - SHOWN)} more ${what}`] : [];
}

/** Operators and call stacks that hold more from step to step. */
export function growthLines({ growth, captures }: GroupReport, width: number): string[] {
  const head = ['', 'What grows from step to step?'];
  if (growth === null) return [...head, '  not recorded: needs three training steps or more'];
  const { holders } = growth;
  if (holders.length === 0) return [...head, '  nothing'];
  const rows = holders
    .slice(0, SHOWN)
    .map((holder) => [
      changeText(Math.round(holder.bytes_per_step)),
      holder.r_squared.toFixed(2),
      bytesText(holder.bytes[0]),
      bytesText(holder.bytes[holder.bytes.length - 1]),
      harmless(holder.name),
      holder.user_frame === '' ? 'no call stack' : harmless(holder.user_frame),
    ]);
  const columns = [
    { title: 'a step', align: 'right' },
    { title: 'r²', align: 'right' },
    { title: 'first', align: 'right' },
    { title: 'last', align: 'right' },
    { title: 'operator', align: 'left', shrinks: 'end' },
    { title: 'where', align: 'left', shrinks: 'begin' },
  ] as const;
  return [
    ...head,
    `  held at the ends of ${countText(growth.steps.length)} steps${captures.length > 1 ? '; each capture counts what was allocated in it' : ''}`,
    ...tableLines(columns, rows, width),
    ...more(holders.length, 'that grow'),
  ];
}

/** What allocators had reserved and not handed out. */
export function fragmentationLines(group: GroupReport, width: number): string[] {
  const head = ['', 'How much is fragmentation?'];
  if (group.fragmentation.length === 0) {
    return [...head, '  not recorded: needs the totals that allocators have reserved'];
  }
  const rows = group.fragmentation.map((found) => [
    found.allocator,
    found.at_peak_bytes === null ? 'not known' : bytesText(found.at_peak_bytes),
    bytesText(found.max_bytes),
    shareText(found.max_bytes, found.reserved_at_max_bytes),
    atText(group, found.max_time_ns),
  ]);
  const columns = [
    { title: 'reserved, unused', align: 'left', shrinks: 'end' },
    { title: 'at the peak', align: 'right' },
    { title: 'most', align: 'right' },
    { title: 'of reserved', align: 'right' },
    { title: 'when', align: 'left', shrinks: 'end' },
  ] as const;
  return [...head, ...tableLines(columns, rows, width)];
}

/** What the source counts by itself, which may count more, or otherwise, than the rows do. */
export function counterLines({ counters }: GroupReport, width: number): string[] {
  const head = ['', 'What do the counters say, at most?'];
  if (counters.length === 0) return [...head, '  not recorded: the source has no counters'];
  const size = (bytes: number | null) => (bytes === null ? '' : bytesText(bytes));
  const rows = counters
    .slice(0, COUNTERS)
    .map((counter) => [
      harmless(counter.component),
      size(counter.max_allocated_bytes),
      size(counter.max_active_bytes),
      size(counter.max_reserved_bytes),
    ]);
  const columns = [
    { title: 'counter', align: 'left', shrinks: 'end' },
    { title: 'allocated', align: 'right' },
    { title: 'active', align: 'right' },
    { title: 'reserved', align: 'right' },
  ] as const;
  const left = counters.length - rows.length;
  return [
    ...head,
    ...tableLines(columns, rows, width),
    ...(left > 0 ? [`  and ${countText(left)} more`] : []),
  ];
}

/** What operators allocate and give back at once. */
export function churnLines({ short_lived, threads }: GroupReport, width: number): string[] {
  const head = ['', 'What is given back at once?'];
  if (short_lived.length === 0) return [...head, '  nothing'];
  const bytes = short_lived.reduce((sum, churn) => sum + churn.bytes, 0);
  const blocks = short_lived.reduce((sum, churn) => sum + churn.count, 0);
  const rows = short_lived
    .slice(0, SHOWN)
    .map((churn) => [bytesText(churn.bytes), countText(churn.count), harmless(churn.name)]);
  const columns = [
    { title: 'bytes', align: 'right' },
    { title: 'blocks', align: 'right' },
    { title: 'operator', align: 'left', shrinks: 'end' },
  ] as const;
  return [
    ...head,
    `  ${bytesText(bytes)} in ${countText(blocks)} blocks, released before ${threads.length === 0 ? 'the next allocation' : 'their thread’s next allocation'}`,
    ...tableLines(columns, rows, width),
    ...more(short_lived.length, 'operators'),
  ];
}
