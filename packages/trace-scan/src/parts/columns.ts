import type { Column } from '../rows.js';

function like(column: Column, rows: number): Column {
  if ('seconds' in column)
    return { seconds: new Float64Array(rows), nanos: new Float64Array(rows) };
  return column instanceof Int32Array ? new Int32Array(rows) : new Float64Array(rows);
}

/** Columns of the same types, with room for `rows`. */
export function columnsLike(columns: readonly Column[], rows: number): Column[] {
  return columns.map((column) => like(column, rows));
}

/** Copies columns into the fronts of others. */
export function copyColumns(from: readonly Column[], to: readonly Column[]): void {
  from.forEach((column, i) => {
    const target = to[i];
    if ('seconds' in column && 'seconds' in target) {
      target.seconds.set(column.seconds);
      target.nanos.set(column.nanos);
    } else {
      (target as Float64Array).set(column as Float64Array);
    }
  });
}

/** The first rows of columns. */
export function firstRows(columns: readonly Column[], count: number): Column[] {
  return columns.map((column) =>
    'seconds' in column
      ? { seconds: column.seconds.subarray(0, count), nanos: column.nanos.subarray(0, count) }
      : column.subarray(0, count),
  );
}

/** The memory of columns, for handing it over. */
export function buffersOf(columns: readonly Column[]): ArrayBuffer[] {
  return columns.flatMap((column) =>
    'seconds' in column ? [column.seconds.buffer, column.nanos.buffer] : [column.buffer],
  ) as ArrayBuffer[];
}
