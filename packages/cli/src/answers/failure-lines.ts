import type { GroupReport, OutOfMemoryReport } from '@rl-insight/memory-model';
import { harmless } from './group-title.js';
import { tableLines } from './table.js';
import { atText, bytesText, countText, shareText } from './units.js';

/** How many failures, and threads of one, are shown. */
const SHOWN = 5;

const RETRY = {
  succeeded: 'succeeded',
  failed: 'failed again',
  none: 'not tried again',
} as const;

function retryText({ followed_by: { retry } }: OutOfMemoryReport): string {
  return retry === null ? 'not known' : RETRY[retry];
}

function known(value: number | null, text: (value: number) => string): string {
  return value === null ? 'not known' : text(value);
}

/** Those that nothing came of first, and of them the largest. */
export function mostTelling(failures: readonly OutOfMemoryReport[]): OutOfMemoryReport[] {
  const rank = ({ followed_by }: OutOfMemoryReport) => Number(followed_by.retry === 'succeeded');
  return failures.toSorted(
    (a, b) => rank(a) - rank(b) || (b.requested_bytes ?? 0) - (a.requested_bytes ?? 0),
  );
}

function heldLines(failure: OutOfMemoryReport, when: string, width: number): string[] {
  if (failure.held_by_thread === null) {
    return ['  who held what at the first of them was not kept: too many failed before'];
  }
  const rows = failure.held_by_thread
    .slice(0, SHOWN)
    .map(({ thread_id, bytes, count, open_ranges }) => [
      known(thread_id, String),
      bytesText(bytes),
      shareText(bytes, failure.live_bytes),
      countText(count),
      open_ranges.map(harmless).join(' › '),
    ]);
  const columns = [
    { title: 'thread', align: 'left' },
    { title: 'held', align: 'right' },
    { title: 'share', align: 'right' },
    { title: 'blocks', align: 'right' },
    { title: 'in', align: 'left', shrinks: 'begin' },
  ] as const;
  const more = failure.held_by_thread.length - rows.length;
  const released = releasedLine(failure);
  const before = failure.before_capture_bytes;
  return [
    `  who held what at the first of them, ${when}:`,
    ...tableLines(columns, rows, width),
    ...(more > 0 ? [`  and ${countText(more)} more threads`] : []),
    ...(before > 0 ? [`  ${bytesText(before)} were there before the capture`] : []),
    ...(released === undefined ? [] : [released]),
  ];
}

/** Who released how much afterwards; undefined where nobody did, or it is not known. */
function releasedLine({ followed_by }: OutOfMemoryReport): string | undefined {
  const threads = followed_by.released_by_thread ?? [];
  if (threads.length === 0 || followed_by.released_bytes === null) return undefined;
  const shown = threads.slice(0, SHOWN).map(({ thread_id, bytes }) => {
    const who = thread_id === null ? 'threads that are not known' : `thread ${thread_id}`;
    return `${bytesText(bytes)} by ${who}`;
  });
  const more = threads.length - shown.length;
  const others = more > 0 ? [`and ${countText(more)} more threads`] : [];
  const all = bytesText(followed_by.released_bytes);
  return `  then released ${all}: ${[...shown, ...others].join(', ')}`;
}

/** Allocations that failed, what came of them, and who held the memory. */
export function failureLines(group: GroupReport, width: number): string[] {
  const head = ['', 'Which allocations failed?'];
  const failures = group.out_of_memory;
  if (failures.length === 0) return [...head, '  none is recorded'];
  const counts = Object.entries(RETRY).flatMap(([retry, text]) => {
    const count = failures.filter(({ followed_by }) => followed_by.retry === retry).length;
    return count === 0 ? [] : [`${countText(count)} ${text}`];
  });
  const shown = mostTelling(failures).slice(0, SHOWN);
  const rows = shown.map((failure) => [
    atText(group, failure.time_ns).replace(' after the begin', ''),
    known(failure.thread_id, String),
    known(failure.requested_bytes, bytesText),
    bytesText(failure.live_bytes),
    known(failure.followed_by.released_bytes, bytesText),
    retryText(failure),
  ]);
  const columns = [
    { title: 'when', align: 'right' },
    { title: 'thread', align: 'left' },
    { title: 'wanted', align: 'right' },
    { title: 'live', align: 'right' },
    { title: 'then released', align: 'right' },
    { title: 'retry', align: 'left' },
  ] as const;
  const more = failures.length - shown.length;
  const retries = counts.length === 0 ? '' : `; retries: ${counts.join(', ')}`;
  return [
    ...head,
    `  ${countText(failures.length)} failed${retries}`,
    ...tableLines(columns, rows, width),
    ...(more > 0 ? [`  and ${countText(more)} more`] : []),
    ...heldLines(shown[0], atText(group, shown[0].time_ns), width),
  ];
}

/** How many holders of a thread are shown. */
const HOLDERS_SHOWN = 5;

function holderRows({ held_by_thread, live_bytes }: OutOfMemoryReport): string[][] {
  return (held_by_thread ?? []).flatMap(({ thread_id, bytes, count, open_ranges, holders }) => [
    [
      known(thread_id, String),
      bytesText(bytes),
      shareText(bytes, live_bytes),
      countText(count),
      open_ranges.length === 0 ? '' : `in ${open_ranges.map(harmless).join(' › ')}`,
    ],
    ...holders.slice(0, HOLDERS_SHOWN).map((holder) => {
      const scope = holder.scope === null ? '' : `${harmless(holder.scope)}: `;
      const frame = holder.user_frame === '' ? '' : `, ${harmless(holder.user_frame)}`;
      return [
        '',
        bytesText(holder.bytes),
        shareText(holder.bytes, live_bytes),
        countText(holder.count),
        `${scope}${harmless(holder.name)}${frame}`,
      ];
    }),
  ]);
}

/** One failed allocation in full: the request, what followed, and who held what. */
export function failureDetailLines(failure: OutOfMemoryReport, width: number): string[] {
  const { thread_id, requested_bytes, device_free_bytes, live_bytes, open_ranges } = failure;
  const columns = [
    { title: 'thread', align: 'left' },
    { title: 'held', align: 'right' },
    { title: 'share', align: 'right' },
    { title: 'blocks', align: 'right' },
    { title: 'what', align: 'left', shrinks: 'end' },
  ] as const;
  const where = open_ranges.length === 0 ? '' : ` in ${open_ranges.map(harmless).join(' › ')}`;
  const free = device_free_bytes === null ? '' : `, ${bytesText(device_free_bytes)} free`;
  const frame = failure.user_frame === '' ? [] : [`  asked for by ${harmless(failure.user_frame)}`];
  return [
    `  thread ${known(thread_id, String)} wanted ${requested_bytes === null ? 'an unknown size' : bytesText(requested_bytes)}${where}: ${bytesText(live_bytes)} live${free}`,
    ...frame,
    `  retry: ${retryText(failure)}`,
    ...[releasedLine(failure)].filter((line) => line !== undefined),
    ...(failure.held_by_thread === null
      ? ['  who held what was not kept: too many failed before']
      : tableLines(columns, holderRows(failure), width)),
  ];
}
