/** How the files of a page hold numbers. Shared by whoever writes them (Node) and the page (browser). */

/** Raised when a page of one version could not read the data of the other. */
export const PAGE_DATA_VERSION = 4;

/**
 * Columns of integers, packed: varints, one column after another, deflated, base64. `lengths` are
 * the bytes of each column before deflating.
 */
export interface PackedColumns {
  readonly rows: number;
  readonly columns: readonly PackedColumn[];
  readonly base64: string;
}

export interface PackedColumn {
  readonly name: string;
  readonly coding: 'unsigned' | 'delta' | 'runs';
  readonly bytes: number;
  /** What the integers are written in; 1 when it is left out. */
  readonly unit?: number;
}

/**
 * A line over time, thinned for drawing: each bucket keeps its first, smallest, largest and last
 * value, so that no peak is lost. `time` (delta) and `value` (delta) columns; a gap in the line,
 * between captures, is where `breaks` has the index of the first point after it.
 */
export interface PackedLine {
  readonly packed: PackedColumns;
  readonly breaks: readonly number[];
}
