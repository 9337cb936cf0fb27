import type { Measured } from '../measure/contenders.js';
import type { CaseReport, Target } from '../suites/suite.js';
import { digits, spread } from './format.js';
import { markdownTable } from './markdown.js';

function isMet({ bound, limit, value }: Target): string {
  if (value === undefined) return 'not measured';
  return (bound === 'at least' ? value >= limit : value <= limit) ? 'yes' : '**no**';
}

function withUnit(value: number, unit: Target['unit']): string {
  return unit === 'times' ? `${value}×` : `${value} ${unit}`;
}

/** What must be reached, and whether it is. */
export function targetTable(targets: readonly Target[]): string {
  const rows = targets.map((target) => {
    const { what, bound, limit, aim, unit, value } = target;
    const aimed = aim === undefined ? '' : `, aim at ${withUnit(aim, unit)}`;
    return [
      what,
      `${bound} ${withUnit(limit, unit)}${aimed}`,
      value === undefined ? '' : withUnit(Number(digits(value)), unit),
      isMet(target),
    ];
  });
  return markdownTable(['what', 'must reach', 'measured', 'met'], rows);
}

/** A column of the table of runs; it is left out where no row has a value. */
type Column = readonly [heading: string, cell: (row: Measured, first: Measured) => string];

function ratio(row: Measured, first: Measured): string {
  // Of loops alike where all tell of them, of whole processes otherwise.
  const [own, other] =
    row.insideSeconds && first.insideSeconds
      ? [row.insideSeconds, first.insideSeconds]
      : [row.wallSeconds, first.wallSeconds];
  return row === first ? '1' : digits(own.median / other.median);
}

const COLUMNS: readonly Column[] = [
  ['', ({ name }) => name],
  ['runs', ({ runs }) => String(runs)],
  ['whole process, s', ({ wallSeconds }) => spread(wallSeconds)],
  [
    'inside, s',
    ({ insideSeconds, bytesPerSecond }) =>
      bytesPerSecond === undefined ? '' : spread(insideSeconds),
  ],
  ['inside, MB/s', ({ bytesPerSecond }) => spread(bytesPerSecond, 1e6)],
  ['time, × the first', ratio],
  ['peak memory, MB', ({ peakBytes }) => spread(peakBytes, 1e6)],
];

/** The runs of a case, a row each contender. */
export function runTable({ measured }: CaseReport): string {
  const [first] = measured;
  const columns = COLUMNS.map(([heading, cell]) => ({
    heading,
    cells: measured.map((row) => cell(row, first)),
  })).filter(({ cells }) => cells.some((cell) => cell !== ''));
  return markdownTable(
    columns.map(({ heading }) => heading),
    measured.map((_, row) => columns.map(({ cells }) => cells[row])),
  );
}
