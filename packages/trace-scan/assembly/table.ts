/**
 * Rows of CSV into columns. Rows with a quote in them, with too few or too many cells, or with a
 * cell that is not of its type plainly are left to the host.
 */
import { endRow, LABEL, putDecimal, putNone, putText, rows, TEXT, typeOf } from './batch';
import { at, begin, next, quoteAt } from './csv-maps';
import { allocate, BATCH_ROWS, byteAt, INPUT, isSpace, PLAN } from './memory';

const NEWLINE: u32 = 10;
const RETURN: u32 = 13;

/** What {@link readRows} ended with; the host has the same. */
const NEEDS_MORE: i32 = 0;
const FOR_HOST: i32 = 1;
const BATCH_FULL: i32 = 2;

/** Cells that a row has, and at PLAN for each its slot; −1 for none. */
let width: u32 = 0;
/** By row: the line it begins on. */
let lineNumbers: usize = 0;

/** Where the first row begins that was not done, and the line of that. */
export let rowsDone: u32 = 0;
export let line: u32 = 1;

/** Takes the plan that the host has written at PLAN, a number a cell. 0 when there is no memory. */
export function planRows(cells: u32): usize {
  width = cells;
  if (lineNumbers == 0) lineNumbers = allocate(<usize>BATCH_ROWS * 4);
  return lineNumbers;
}

/** Puts a cell into the row; false when the host has to read it. */
// @ts-ignore: decorator
@inline
function putCell(slot: u32, cellFrom: u32, cellTo: u32): bool {
  const type = typeOf(slot);
  if (type == TEXT) return putText(slot, cellFrom, cellTo, 0);
  let from = cellFrom;
  let to = cellTo;
  while (from < to && isSpace(byteAt(from))) from++;
  while (to > from && isSpace(byteAt(to - 1))) to--;
  if (from == to || isNotAvailable(from, to)) {
    putNone(slot, type);
    return true;
  }
  return type == LABEL ? putText(slot, from, to, 0) : putDecimal(slot, type, from, to);
}

/** Whether a cell says `N/A`. */
// @ts-ignore: decorator
@inline
function isNotAvailable(from: u32, to: u32): bool {
  return to - from == 3 && load<u16>(INPUT + from) == 0x2f4e && byteAt(from + 2) == 65;
}

/** Reads rows, the first of which begins at `from` on the line `firstLine`. */
export function readRows(from: u32, to: u32, firstLine: u32): i32 {
  rowsDone = from;
  line = firstLine;
  begin(from, to);
  for (;;) {
    let cellFrom = rowsDone;
    let cell: u32 = 0;
    let byte: u32 = 0;
    while (byte != NEWLINE) {
      if (!next()) return quoteAt == u32.MAX_VALUE ? NEEDS_MORE : FOR_HOST;
      if (at > quoteAt) return FOR_HOST;
      byte = byteAt(at);
      const cellTo = byte == NEWLINE && at > cellFrom && byteAt(at - 1) == RETURN ? at - 1 : at;
      // A blank line is no row.
      if (byte == NEWLINE && cell == 0 && cellFrom == cellTo) break;
      if (cell < width) {
        const slot = load<i32>(PLAN + (<usize>cell << 2));
        if (slot >= 0 && !putCell(slot, cellFrom, cellTo)) return FOR_HOST;
      } else if (cellFrom != cellTo) return FOR_HOST;
      cell++;
      cellFrom = at + 1;
    }
    if (cell > 0) {
      if (cell < width) return FOR_HOST;
      store<u32>(lineNumbers + (<usize>rows << 2), line);
    }
    rowsDone = at + 1;
    line++;
    if (cell > 0 && endRow()) return BATCH_FULL;
  }
  return FOR_HOST;
}
