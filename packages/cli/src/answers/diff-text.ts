import type { ComparisonReport, Difference, SideReport } from '@rl-insight/memory-model';
import { groupTitle, harmless } from './group-title.js';
import { type TableColumn, tableLines } from './table.js';
import { bytesText, changeText, countText } from './units.js';

const MOST = 10;

const COLUMNS: readonly TableColumn[] = [
  { title: 'change', align: 'right' },
  { title: 'left', align: 'right' },
  { title: 'right', align: 'right' },
  { title: 'operator', align: 'left', shrinks: 'end' },
  { title: 'where', align: 'left', shrinks: 'begin' },
];

export interface DiffTextOptions {
  readonly width: number;
  readonly stacks: boolean;
}

function sideTitle(side: SideReport): string {
  return side.step === null ? groupTitle(side) : `${groupTitle(side)} · step ${side.step}`;
}

function differenceLines(
  title: string,
  differences: readonly Difference[],
  { width, stacks }: DiffTextOptions,
): string[] {
  if (differences.length === 0) return ['', title, '  nothing'];
  const shown = differences.slice(0, MOST);
  const rows = shown.map(({ delta_bytes, left_bytes, right_bytes, name, user_frame }) => [
    changeText(delta_bytes),
    bytesText(left_bytes),
    bytesText(right_bytes),
    harmless(name),
    user_frame === '' ? 'no call stack' : harmless(user_frame),
  ]);
  const [head, ...lines] = tableLines(COLUMNS, rows, width);
  const withStacks = lines.flatMap((line, i) => {
    const { call_stack } = shown[i];
    if (!stacks || call_stack === '') return [line];
    return [line, ...call_stack.split(/;\r?\n/).map((frame) => `      ${harmless(frame)}`)];
  });
  const more = differences.length - shown.length;
  return ['', title, head, ...withStacks, ...(more > 0 ? [`  and ${countText(more)} more`] : [])];
}

function change(what: string, left: number, right: number): string {
  const share = (((right - left) / left) * 100).toFixed(1).replace('-', '−');
  const percent = left > 0 ? `, ${share} %` : '';
  return `  ${what}: ${bytesText(left)} → ${bytesText(right)} (${changeText(right - left)}${percent})`;
}

/** A comparison as a person reads it. */
export function diffText(pairs: readonly ComparisonReport[], options: DiffTextOptions): string {
  const parts = pairs.map(({ left, right, at_peak, at_end }) => {
    const titles = [sideTitle(left), sideTitle(right)];
    const title = titles[0] === titles[1] ? titles[0] : titles.join(' → ');
    return [
      title,
      change('peak', left.peak_live_bytes, right.peak_live_bytes),
      change('at the end', left.end_live_bytes, right.end_live_bytes),
      ...differenceLines('What changed at the peak?', at_peak, options),
      ...differenceLines('What changed at the end?', at_end, options),
    ].join('\n');
  });
  return `${parts.join('\n\n')}\n`;
}
