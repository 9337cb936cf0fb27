import type { CaseMaker, ConformanceCase } from '../suite/cases.js';
import { Nonconformity } from '../suite/nonconformity.js';
import { type PlacedTable, tablesOf } from './each-table.js';
import type { TestedParser } from './subject.js';

const SUMMARY = 'memory_summary';
/** More than any machine has (16 TiB), MiB: what is above it is in another unit. */
const MOST_MB = 2 ** 24;
const TOTALS = ['total_allocated_mb', 'total_reserved_mb', 'total_active_mb'];

/** Cases about columns of `memory_summary` that say the same in two units. */
export function unitsCases(tested: TestedParser, make: CaseMaker): ConformanceCase[] {
  const each = (look: (table: PlacedTable) => void) => async () => {
    for (const table of await tablesOf(tested, SUMMARY)) look(table);
  };
  return [
    make('units: size_kb is size_bytes in KiB', each(checkSizes)),
    make('units: start_time_ms is start_time_ns in ms', each(checkStarts)),
    make('units: duration_ms is duration_ns in ms, 0 where it is null', each(checkDurations)),
    make('units: the totals of the allocator are MiB', each(checkTotals)),
  ];
}

/** The double nearest to a time in ns as ms. The quotient of two doubles would be rounded twice. */
export function nearestMs(ns: bigint): number {
  const magnitude = ns < 0n ? -ns : ns;
  const digits = String(magnitude).padStart(7, '0');
  const ms = Number(`${digits.slice(0, -6)}.${digits.slice(-6)}`);
  return ns < 0n ? -ms : ms;
}

/** Compares a column with what another one says; passes over tables that lack one of them. */
function compare(
  { table, where }: PlacedTable,
  [column, exact]: readonly [string, string],
  {
    problem,
    remedy,
    of,
  }: { problem: string; remedy: string; of: (value: bigint | null) => unknown },
): void {
  const given = table.getChild(column);
  const source = table.getChild(exact);
  if (given === null || source === null) return;
  for (let row = 0; row < table.numRows; row++) {
    const value = source.get(row);
    const found = given.get(row);
    const expected = of(value);
    if (expected === undefined || found === expected) continue;
    throw new Nonconformity({
      problem,
      where: { ...where, column, row },
      found,
      expected: `${expected}, since ${exact} is ${value}`,
      remedy,
    });
  }
}

function checkSizes(table: PlacedTable): void {
  compare(table, ['size_kb', 'size_bytes'], {
    problem: 'size_kb is not size_bytes in KiB',
    remedy: 'Write bytes / 1024 to size_kb.',
    of: (bytes) => (bytes === null ? undefined : Number(bytes) / 1024),
  });
}

function checkStarts(table: PlacedTable): void {
  compare(table, ['start_time_ms', 'start_time_ns'], {
    problem: 'start_time_ms is not the double nearest to start_time_ns in ms',
    remedy:
      'Make it of the same integer of ns, by one correct rounding, e.g. Number("<ms>.<6 digits>").',
    of: (ns) => (ns === null ? undefined : nearestMs(ns)),
  });
}

function checkDurations(table: PlacedTable): void {
  compare(table, ['duration_ms', 'duration_ns'], {
    problem: 'duration_ms is not the double nearest to duration_ns in ms',
    remedy: 'Make it of the same integer of ns; write 0 for a block that was not released.',
    of: (ns) => (ns === null ? 0 : nearestMs(ns)),
  });
}

function checkTotals({ table, where }: PlacedTable): void {
  for (const column of TOTALS) {
    const vector = table.getChild(column);
    for (let row = 0; row < table.numRows; row++) {
      const found: unknown = vector?.get(row);
      if (typeof found !== 'number' || (found >= 0 && found <= MOST_MB)) continue;
      throw new Nonconformity({
        problem: 'A total of the allocator cannot be MiB',
        where: { ...where, column, row },
        found,
        expected: `0 to ${MOST_MB}, or null where the source has none`,
        remedy: 'Write MiB: bytes / 1024 / 1024.',
      });
    }
  }
}
