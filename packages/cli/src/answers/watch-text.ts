import type { LogWatch } from '../commands/log-watch.js';
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
export function watchLine({ totals, failures }: LogWatch): string {
  const failed = failures === 0 ? '' : `, ${countText(failures)} allocations failed`;
  return `${bytesText(totals.liveBytes)} outstanding of ${countText(totals.holdings().length)} threads${failed}`;
}

/** What is outstanding, by thread, the most first. */
export function watchLines(watch: LogWatch, width: number): string[] {
  const { totals } = watch;
  const threads = totals.holdings();
  const rows = threads
    .slice(0, SHOWN)
    .map(({ threadId, bytes, count, peakBytes }) => [
      threadId === null ? 'not known' : String(threadId),
      bytesText(bytes),
      shareText(bytes, totals.liveBytes),
      countText(count),
      bytesText(peakBytes),
    ]);
  const more = threads.length - rows.length;
  return [
    watchLine(watch),
    ...(rows.length === 0 ? [] : tableLines(COLUMNS, rows, width)),
    ...(more > 0 ? [`  and ${countText(more)} more threads`] : []),
  ];
}
