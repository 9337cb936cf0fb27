import type { Row } from './database/database.js';

export interface BatchOptions {
  /** Rows of a batch at most. */
  readonly batchRows?: number;
}

export const BATCH_ROWS = 1 << 16;

/** What a batch of rows is collected in. */
export interface BatchBuilder<T> {
  add(row: Row, place: number): void;
  /** The batch of the first `count` rows. */
  build(count: number): T;
}

/** Gathers rows into batches, none of which is empty. */
export function* inBatches<T>(
  rows: Iterable<Row>,
  makeBuilder: (capacity: number) => BatchBuilder<T>,
  { batchRows = BATCH_ROWS }: BatchOptions,
): Generator<T, void> {
  let builder = makeBuilder(batchRows);
  let count = 0;
  for (const row of rows) {
    builder.add(row, count++);
    if (count < batchRows) continue;
    yield builder.build(count);
    builder = makeBuilder(batchRows);
    count = 0;
  }
  if (count > 0) yield builder.build(count);
}
