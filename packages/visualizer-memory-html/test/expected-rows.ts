import { type MemoryGroup, textColumn } from '@rl-insight/memory-contract';

/** An allocation as the tables tell it; times are ms after the run's origin. */
export interface ExpectedRow {
  readonly index: number;
  readonly name: string;
  readonly bytes: number;
  readonly startMs: number;
  /** Its release; the end of its capture where it was not released. */
  readonly endMs: number;
  readonly released: boolean;
  readonly match: string;
  readonly frames: readonly string[];
}

/** The rows of a group, read without any part of the pages. */
export function expectedRows(group: MemoryGroup): ExpectedRow[] {
  const { allocations, info, tables } = group;
  const [capture] = info.captures;
  const origin = BigInt(capture.start_ns);
  const shift = Number(allocations.originNs - origin);
  const captureEnd = Number(BigInt(capture.end_ns) - origin);
  const name = textColumn(tables.memory_summary, 'name');
  const match = textColumn(tables.memory_summary, 'stack_match');
  const stack = textColumn(tables.memory_summary, 'call_stack');
  return Array.from({ length: allocations.rows }, (_, index) => {
    const start = allocations.startNs[index] + shift;
    const held = allocations.durationNs[index];
    const released = !Number.isNaN(held);
    const text = (column: typeof name) => column?.values[column.codes[index]] ?? '';
    return {
      index,
      name: text(name),
      bytes: allocations.sizeBytes[index],
      startMs: start / 1e6,
      endMs: (released ? start + held : captureEnd) / 1e6,
      released,
      match: text(match),
      frames: text(stack).split(';\r\n'),
    };
  });
}

/** Those of the same operator that share more than a moment with a row. */
export function overlapsOf(rows: readonly ExpectedRow[], row: ExpectedRow): ExpectedRow[] {
  return rows.filter(
    (other) =>
      other !== row &&
      other.name === row.name &&
      other.startMs < row.endMs &&
      other.endMs > row.startMs,
  );
}

/** Those that are there at some moment of a range. */
export function touching(
  rows: readonly ExpectedRow[],
  leftMs: number,
  rightMs: number,
): ExpectedRow[] {
  return rows.filter(({ startMs, endMs }) => startMs <= rightMs && endMs >= leftMs);
}
