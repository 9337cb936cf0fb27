import {
  type Allocations,
  type Int32View,
  STACK_MATCHES,
  type TextView,
} from '@rl-insight/memory-contract';
import type { Blocks } from '@rl-insight/memory-model';
import { ALLOCATION_COLUMNS, type AllocationColumn } from '../page-data/format.js';
import type { ColumnInput } from './pack.js';
import type { Threads } from './threads.js';

/** Makes the values of some rows of one column. */
type Make = (rows: Int32Array, into: Scratch) => Float64Array | Int32Array;

/** Memory for the values of a column, of which one or the other is used. */
interface Scratch {
  readonly large: Float64Array;
  readonly small: Int32Array;
  readonly other: Float64Array;
}

export interface AllocationSource {
  readonly allocations: Allocations;
  readonly blocks: Blocks;
  readonly threads: Threads;
  /** By row: code of the scope, −1 for none; undefined where there are no ranges. */
  readonly scopes: Int32Array | undefined;
  readonly overlaps: Int32Array;
  /** By code of the table's `call_stack` + 1: number of the stack. */
  readonly stackOfCode: Int32Array;
  /** What is added to times. */
  readonly shift: number;
}

/** The columns of allocations as the page reads them, made for some rows at a time. */
export class AllocationColumnMaker {
  readonly #make: Readonly<Record<AllocationColumn, Make>>;
  #scratch = scratchFor(0);

  constructor(source: AllocationSource) {
    const { allocations, blocks, threads, scopes, overlaps, stackOfCode, shift } = source;
    const { views } = allocations;
    const match = views.text('stack_match');
    this.#make = {
      index: (rows) => rows,
      start: (rows, { large }) => shifted(blocks.startNs, shift, rows, large),
      held: (rows, { large }) => {
        blocks.gatherHeld(rows, large);
        for (let i = 0; i < rows.length; i++) if (Number.isNaN(large[i])) large[i] = 0;
        return large;
      },
      open: (rows, { large, small }) => {
        blocks.gatherHeld(rows, large);
        for (let i = 0; i < rows.length; i++) small[i] = Number.isNaN(large[i]) ? 1 : 0;
        return small;
      },
      early: (rows, { large, other }) => {
        blocks.gatherEarly(rows, other, large);
        return large;
      },
      bytes: (rows, { large }) => {
        blocks.gatherBytes(rows, rows.length, large);
        return large;
      },
      name: codes(views.text('name').codes),
      stack: mapped(views.text('call_stack').codes, stackOfCode),
      match: mapped(match.codes, matchOfCode(match)),
      allocator: codes(views.text('allocator').codes),
      thread: (rows, into) => threads.codes(rows, into.large, into.small),
      stream: codes(views.text('stream').codes),
      scope: scopes === undefined ? zeros : pickedCodes(scopes),
      step: views.step === undefined ? zeros : codes(views.step),
      overlaps: (rows, { small }) => picked(overlaps, rows, small),
      before: blocks.before.includes(1) ? flags(blocks.before) : zeros,
      capture: (rows, { small }) => picked(blocks.capture, rows, small),
    };
  }

  /** The columns of some rows one after another, each in the memory of the one before. */
  *of(rows: Int32Array): Generator<ColumnInput> {
    if (rows.length > this.#scratch.small.length) {
      this.#scratch = scratchFor(rows.length * 2);
    }
    for (const { name, coding } of ORDER) {
      const kind = TIMES.includes(name) ? 'times' : 'codes';
      yield { name, coding, kind, values: this.#make[name](rows, this.#scratch) };
    }
  }
}

function scratchFor(rows: number): Scratch {
  return {
    large: new Float64Array(rows),
    small: new Int32Array(rows),
    other: new Float64Array(rows),
  };
}

/** Columns in which next to nothing comes again; they come first, so that they are deflated together. */
const TIMES: readonly AllocationColumn[] = ['start', 'held', 'early'];
const ORDER = [...ALLOCATION_COLUMNS].sort(
  (a, b) => Number(TIMES.includes(b.name)) - Number(TIMES.includes(a.name)),
);

function shifted(
  times: Float64Array,
  shift: number,
  rows: Int32Array,
  into: Float64Array,
): Float64Array {
  for (let i = 0; i < rows.length; i++) into[i] = times[rows[i]] + shift;
  return into;
}

function picked(values: Int32Array, rows: Int32Array, into: Int32Array): Int32Array {
  for (let i = 0; i < rows.length; i++) into[i] = values[rows[i]];
  return into;
}

function flags(values: Uint8Array): Make {
  return (rows, { small }) => {
    for (let i = 0; i < rows.length; i++) small[i] = values[rows[i]];
    return small;
  };
}

/** Codes with 0 for none. */
function codes(column: Int32View): Make {
  return (rows, { small }) => {
    for (let i = 0; i < rows.length; i++) small[i] = column.at(rows[i]) + 1;
    return small;
  };
}

function pickedCodes(values: Int32Array): Make {
  return (rows, { small }) => {
    for (let i = 0; i < rows.length; i++) small[i] = values[rows[i]] + 1;
    return small;
  };
}

/** What is given by code + 1. */
function mapped(column: Int32View, ofCode: Int32Array): Make {
  return (rows, { small }) => {
    for (let i = 0; i < rows.length; i++) small[i] = ofCode[column.at(rows[i]) + 1];
    return small;
  };
}

function zeros(rows: Int32Array, { small }: Scratch): Int32Array {
  return small.fill(0, 0, rows.length);
}

/** Index of the way a stack was found by code + 1; what is not known is `none`. */
export function matchOfCode({ values }: Pick<TextView, 'values'>): Int32Array {
  const none = STACK_MATCHES.indexOf('none');
  const known: readonly string[] = STACK_MATCHES;
  return Int32Array.of(
    none,
    ...values.map((text) => (known.includes(text) ? known.indexOf(text) : none)),
  );
}
