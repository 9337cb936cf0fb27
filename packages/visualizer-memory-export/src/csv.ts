import type { ColumnValues } from '@rl-insight/memory-contract';
import { stringify } from 'csv-stringify/sync';
import { ByteSink } from './byte-sink.js';
import type { ExportColumn } from './columns.js';

/** As RFC 4180 has it; call stacks have the same inside of their quotes. */
const LINE_END = '\r\n';
const COMMA = 44;
const PIECE_BYTES = 4 << 20;
const MAY_NEED_QUOTES = /[",\r\n]|^$/;

type WriteCell = (row: number, sink: ByteSink) => void;

/** One record, without its end. An empty text is quoted, which tells it from a null. */
function record(cells: readonly string[]): string {
  return stringify([[...cells]], { eof: false, quoted_empty: true });
}

/** The library decides about each distinct text once: as a cell of every row it would be too slow. */
function textCell(text: string): Uint8Array {
  return Buffer.from(MAY_NEED_QUOTES.test(text) ? record([text]) : text);
}

/** Writes what a row has in a column, nothing for a null. Numbers and flags need no quotes. */
function cellWriter(column: ColumnValues): WriteCell {
  if ('codes' in column) {
    const { codes } = column;
    const cells = column.values.map(textCell);
    return (row, sink) => {
      if (codes[row] >= 0) sink.bytes(cells[codes[row]]);
    };
  }
  const { valid } = column;
  const write = 'flags' in column ? flagWriter(column.flags) : numberWriter(column.values);
  if (valid === undefined) return write;
  return (row, sink) => {
    if (valid[row]) write(row, sink);
  };
}

function flagWriter(flags: Uint8Array): WriteCell {
  return (row, sink) => sink.ascii(flags[row] ? 'true' : 'false');
}

/** Doubles in the fewest digits that read back as the same double, int64 in all of theirs. */
function numberWriter(values: ArrayLike<number | bigint>): WriteCell {
  return (row, sink) => {
    const value = values[row];
    const number = Number(value);
    // A zero with a sign is the one integer that digits alone do not tell.
    if (Object.is(value, -0)) sink.ascii('-0');
    else if (Number.isSafeInteger(number)) sink.integer(number);
    else sink.ascii(String(value));
  };
}

/**
 * A table as CSV in UTF-8, in pieces: a header, then a line for each row.
 *
 * A text stays as it is, even if a spreadsheet would take it for a formula.
 */
export function* csvPieces(
  columns: readonly Pick<ExportColumn, 'name' | 'values'>[],
  rows: number,
  pieceBytes = PIECE_BYTES,
): Generator<Uint8Array> {
  const sink = new ByteSink(pieceBytes);
  sink.bytes(Buffer.from(record(columns.map(({ name }) => name)) + LINE_END));
  const writers = columns.map(({ values }) => cellWriter(values));
  for (let row = 0; row < rows; row++) {
    for (let i = 0; i < writers.length; i++) {
      if (i > 0) sink.byte(COMMA);
      writers[i](row, sink);
    }
    sink.ascii(LINE_END);
    if (sink.length >= pieceBytes) yield sink.take();
  }
  if (sink.length > 0) yield sink.take();
}
