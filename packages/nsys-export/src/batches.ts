import type { Row } from './database/database.js';

export interface BatchOptions {
  /** Rows of a batch at most. */
  readonly batchRows?: number;
  /**
   * Whether the memory of a batch is that of the next one as well: a batch is then valid until the next
   * is asked for. Fresh memory for millions of rows takes longer than what is done with it.
   */
  readonly lendBatches?: boolean;
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
  options: BatchOptions,
): Generator<T, void> {
  yield* collect(rows, makeBuilder, addRow, options);
}

function addRow<T>(builder: BatchBuilder<T>, row: Row, place: number): boolean {
  builder.add(row, place);
  return true;
}

/**
 * The same of anything that is added in a way of its own.
 *
 * @param add adds to the builder at a place; false where it has nothing to add
 */
export function* collect<Item, Builder extends Pick<BatchBuilder<T>, 'build'>, T>(
  items: Iterable<Item>,
  makeBuilder: (capacity: number) => Builder & Pick<BatchBuilder<T>, 'build'>,
  add: (builder: Builder, item: Item, place: number) => boolean,
  { batchRows = BATCH_ROWS, lendBatches = false }: BatchOptions,
): Generator<T, void> {
  let builder = makeBuilder(batchRows);
  let count = 0;
  for (const item of items) {
    if (!add(builder, item, count)) continue;
    if (++count < batchRows) continue;
    yield builder.build(count);
    if (!lendBatches) builder = makeBuilder(batchRows);
    count = 0;
  }
  if (count > 0) yield builder.build(count);
}
