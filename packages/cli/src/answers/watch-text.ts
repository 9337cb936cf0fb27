import type { Outstanding } from '@rl-insight/parser-memory-rmm/follow';
import { tableLines } from './table.js';
import { bytesText, countText, shareText } from './units.js';

/** Threads that are shown: so many that they fit a terminal. */
const SHOWN = 15;

const COLUMNS = [
  { title: 'thread', align: 'left' },
  { title: 'outstanding', align: 'right' },
  { title: 'share', align: 'right' },
  { title: 'blocks', align: 'right' },
  { title: 'most so far', align: 'right' },
] as const;

/** What is outstanding, in one line. */
export function watchLine(outstanding: Outstanding): string {
  const { bytes, failures } = outstanding;
  const failed = failures === 0 ? '' : `, ${countText(failures)} allocations failed`;
  return `${bytesText(bytes)} outstanding of ${countText(outstanding.threads().length)} threads${failed}`;
}

/** What is outstanding, by thread, the most first. */
export function watchLines(outstanding: Outstanding, width: number): string[] {
  const threads = outstanding.threads();
  const rows = threads
    .slice(0, SHOWN)
    .map(({ thread_id, bytes, count, peak_bytes }) => [
      thread_id === null ? 'not known' : String(thread_id),
      bytesText(bytes),
      shareText(bytes, outstanding.bytes),
      countText(count),
      bytesText(peak_bytes),
    ]);
  const more = threads.length - rows.length;
  return [
    watchLine(outstanding),
    ...(rows.length === 0 ? [] : tableLines(COLUMNS, rows, width)),
    ...(more > 0 ? [`  and ${countText(more)} more threads`] : []),
  ];
}
