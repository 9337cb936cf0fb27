import type { Holder } from '@rl-insight/memory-model';
import { harmless } from './group-title.js';
import { type TableColumn, tableLines } from './table.js';
import { bytesText, countText, shareText } from './units.js';

const COLUMNS: readonly TableColumn[] = [
  { title: 'bytes', align: 'right' },
  { title: 'share', align: 'right' },
  { title: 'blocks', align: 'right' },
  { title: 'operator', align: 'left', shrinks: 'end' },
  // The line and the function stand at the end of a frame.
  { title: 'where', align: 'left', shrinks: 'begin' },
];

export interface HolderLinesOptions {
  readonly width: number;
  /** How many are shown; the rest is summed up. */
  readonly most: number;
  /** Whether whole call stacks follow their rows. */
  readonly stacks: boolean;
  /** What shares are of. */
  readonly of: number;
}

type Shown = Pick<Holder, 'name' | 'user_frame' | 'call_stack' | 'bytes' | 'count'> & {
  readonly stack_match?: string;
};

/** Where a stack leads; a guess is said to be one. */
function where({ user_frame, stack_match }: Shown): string {
  if (user_frame === '') return 'no call stack';
  return harmless(stack_match === 'nearest' ? `${user_frame} (a guess)` : user_frame);
}

/** The largest holders as a table, led by the user's own frame, and what the others add up to. */
export function holderLines(
  holders: readonly Shown[],
  { width, most, stacks, of }: HolderLinesOptions,
): string[] {
  const shown = holders.slice(0, most);
  const rows = shown.map((holder) => [
    bytesText(holder.bytes),
    shareText(holder.bytes, of),
    countText(holder.count),
    harmless(holder.name),
    where(holder),
  ]);
  const [head, ...lines] = tableLines(COLUMNS, rows, width);
  const withStacks = lines.flatMap((line, i) => {
    const { call_stack } = shown[i];
    if (!stacks || call_stack === '') return [line];
    return [line, ...call_stack.split(/;\r?\n/).map((frame) => `      ${harmless(frame)}`)];
  });
  const rest = holders.slice(most);
  if (rest.length === 0) return [head, ...withStacks];
  const bytes = rest.reduce((sum, holder) => sum + holder.bytes, 0);
  const more = `  and ${countText(rest.length)} more with ${bytesText(bytes)} (${shareText(bytes, of)})`;
  return [head, ...withStacks, more];
}
