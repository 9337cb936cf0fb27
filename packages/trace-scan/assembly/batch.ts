/** Columns of a batch, by slot, and how the host has asked for them. */

import { nanos, number, readNumber, readTime, seconds } from './decimals';
import { allocate, BATCH_ROWS, INPUT, MAX_SLOTS } from './memory';
import { internOf } from './texts';

/** Types of fields; the host has the same. */
export const TEXT: u32 = 0;
export const SCALAR: u32 = 1;
/** The same in a table: a text without the blanks around it, or nothing. */
export const LABEL: u32 = SCALAR;
export const NUMBER: u32 = 2;
/** And above: a time whose unit has (type − TIME) digits more than a second. */
export const TIME: u32 = 4;

const columns = new StaticArray<usize>(MAX_SLOTS);
const types = new StaticArray<u32>(MAX_SLOTS);

/** Rows of the batch so far, and how many it may get. */
export let rows: u32 = 0;
let rowsAtMost: u32 = BATCH_ROWS;

export function setRows(count: u32, atMost: u32): void {
  rows = count;
  rowsAtMost = atMost;
}

/** Gives a slot its columns: one of i32 codes, one or two of f64. 0 when there is no memory. */
export function setColumn(slot: u32, type: u32): usize {
  if (unchecked(columns[slot]) == 0) unchecked((columns[slot] = allocate(<usize>BATCH_ROWS * 16)));
  unchecked((types[slot] = type));
  return unchecked(columns[slot]);
}

// @ts-expect-error: decorator
@inline
export function typeOf(slot: u32): u32 {
  return unchecked(types[slot]);
}

/** There is no value. */
// @ts-expect-error: decorator
@inline
export function putNone(slot: u32, type: u32): void {
  const column = unchecked(columns[slot]);
  if (type <= SCALAR) {
    store<i32>(column + (<usize>rows << 2), -1);
    return;
  }
  store<f64>(column + (<usize>rows << 3), NaN);
  if (type >= TIME) store<f64>(column + <usize>BATCH_ROWS * 8 + (<usize>rows << 3), NaN);
}

// @ts-expect-error: decorator
@inline
export function putText(slot: u32, start: u32, end: u32, escaped: u32): bool {
  const code = internOf(slot, INPUT + start, end - start, escaped);
  if (code < 0) return false;
  store<i32>(unchecked(columns[slot]) + (<usize>rows << 2), code);
  return true;
}

/** A number or a time; false when the host has to read it. */
// @ts-expect-error: decorator
@inline
export function putDecimal(slot: u32, type: u32, start: u32, end: u32): bool {
  const column = unchecked(columns[slot]);
  if (type < TIME) {
    if (!readNumber(start, end)) return false;
    store<f64>(column + (<usize>rows << 3), number);
    return true;
  }
  if (!readTime(start, end, type - TIME)) return false;
  store<f64>(column + (<usize>rows << 3), seconds);
  store<f64>(column + <usize>BATCH_ROWS * 8 + (<usize>rows << 3), nanos);
  return true;
}

/** Ends a row; true when it was the last that the batch has room for. */
export function endRow(): bool {
  return ++rows == rowsAtMost;
}
