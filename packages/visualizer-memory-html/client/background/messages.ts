import type { PackedColumns, PackedLine } from '../../src/page-data/format.js';
import type { LaneParts } from '../lanes/lane.js';

/** Decoded columns by name: large integers as doubles, codes as 32-bit integers. */
export type Columns = Readonly<Record<string, Float64Array | Int32Array>>;

/** A line as it is decoded; `breaks` are the places after its gaps. */
export interface Points {
  readonly time: Float64Array;
  readonly value: Float64Array;
  readonly breaks: readonly number[];
}

/** What a file of allocations becomes. */
export interface DecodedFile {
  readonly allocations: Columns;
  readonly releases: Columns | undefined;
  readonly lines: readonly Points[];
}

/** What the page has done for it elsewhere, so that it answers to the hand meanwhile. */
export type Request =
  | { readonly kind: 'open'; readonly rows: number; readonly captureEnds: readonly number[] }
  | {
      readonly kind: 'file';
      readonly allocations: PackedColumns;
      readonly releases?: PackedColumns;
      readonly lines: readonly PackedLine[];
    }
  | { readonly kind: 'lines'; readonly lines: readonly PackedLine[] }
  | { readonly kind: 'columns'; readonly packed: PackedColumns }
  /** Other times for all allocations, by row. */
  | { readonly kind: 'times'; readonly startNs: Float64Array; readonly endNs: Float64Array }
  /** Lanes of all allocations that have been decoded so far. */
  | { readonly kind: 'lanes' };

export interface Answers {
  readonly open: undefined;
  readonly file: DecodedFile;
  readonly lines: readonly Points[];
  readonly columns: Columns;
  readonly times: undefined;
  readonly lanes: BuiltLanes;
}

export interface BuiltLanes {
  readonly lanes: readonly LaneParts[];
  /** Times at which the allocations begin, and at which they are gone, each in order. */
  readonly starts: Float64Array;
  readonly ends: Float64Array;
}

export interface Envelope {
  readonly id: number;
  readonly request: Request;
}

export type Reply =
  | { readonly id: number; readonly answer: unknown }
  | { readonly id: number; readonly error: string };
