import {
  buildTable,
  type ColumnValues,
  MEMORY_COUNTERS,
  MEMORY_SUMMARY,
} from '@rl-insight/memory-contract';
import type { Table } from 'apache-arrow';

/** Texts that a format may trip over; null where there is none. */
const TEXTS = [
  'aten::matmul',
  '',
  'say "hello"',
  'a,b;c\td',
  'model.py(1): f;\r\nmain.py(2): <module>',
  'line\nfeed\rreturn',
  '=1+2',
  '-3',
  '@sum',
  ' blanks ',
  'Ünïcode 矩阵 🧮',
  '"',
  'null',
];
const BIG = 1779785515596661420n;
const DOUBLES = [0.1, 0, -0, 1e21, 5e-324, 1 / 3, -2.5, 1.7976931348623157e308, 4096];

function text(rows: number, nullEvery = 0): ColumnValues {
  const isNull = (row: number) => nullEvery > 0 && row % nullEvery === 0;
  const codes = Int32Array.from({ length: rows }, (_, i) => (isNull(i) ? -1 : i % TEXTS.length));
  return { codes, values: TEXTS };
}

function valid(rows: number): Uint8Array {
  return Uint8Array.from({ length: rows }, (_, row) => (row % 3 === 1 ? 0 : 1));
}

function int64(rows: number, of: (row: number) => bigint) {
  return BigInt64Array.from({ length: rows }, (_, row) => of(row));
}

/** A `memory_summary` with every type of column, with and without nulls. */
export function awkwardTable(rows = 40): Table {
  const doubles = Float64Array.from({ length: rows }, (_, row) => DOUBLES[row % DOUBLES.length]);
  return buildTable(
    MEMORY_SUMMARY,
    rows,
    {
      name: text(rows),
      role: text(rows),
      rank_id: { values: Int32Array.from({ length: rows }, (_, row) => row - 5) },
      call_stack: text(rows),
      call_stack_top: text(rows),
      size_kb: { values: doubles },
      start_time_ms: { values: doubles },
      duration_ms: { values: doubles },
      total_allocated_mb: { values: doubles, valid: valid(rows) },
      total_reserved_mb: { values: doubles },
      total_active_mb: { values: doubles, valid: new Uint8Array(rows) },
      device_type: text(rows),
      start_time_ns: { values: int64(rows, (row) => BIG + BigInt(row)) },
      duration_ns: { values: int64(rows, (row) => 2n ** 53n + BigInt(row)), valid: valid(rows) },
      size_bytes: { values: int64(rows, (row) => (row % 2 ? -(2n ** 63n) : 2n ** 63n - 1n)) },
      alloc_seq: { values: int64(rows, (row) => BigInt(row * row) - 7n) },
      allocator: text(rows, 4),
      before_capture: {
        flags: Uint8Array.from({ length: rows }, (_, row) => row % 2),
        valid: valid(rows),
      },
      step: { values: new Int32Array(rows), valid: new Uint8Array(rows) },
      address: {
        values: BigUint64Array.from({ length: rows }, (_, row) => 2n ** 64n - 1n - BigInt(row)),
      },
    },
    new Map([
      ['rl_insight.contract', 'memory_summary'],
      ['rl_insight.groups', '[{"role":"Ünïcode"}]'],
    ]),
  );
}

/** A table without rows. */
export function emptyTable(): Table {
  const none = { codes: new Int32Array(0), values: [] };
  return buildTable(MEMORY_COUNTERS, 0, {
    role: none,
    rank_id: { values: new Int32Array(0) },
    device_type: none,
    capture_id: { values: new Int32Array(0) },
    time_ns: { values: new BigInt64Array(0) },
    component: none,
  });
}

export type Cell = string | number | bigint | boolean | null;

/** The cells of a table by column, as Arrow has them. */
export function cellsOf(table: Table): Record<string, Cell[]> {
  const columns = table.schema.fields.map(({ name }) => {
    const vector = table.getChild(name);
    return [name, Array.from({ length: table.numRows }, (_, row) => vector?.get(row))] as const;
  });
  return Object.fromEntries(columns);
}
