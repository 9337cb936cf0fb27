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

/** Writes the values of some rows of one column. */
type Fill = (rows: Int32Array, into: Float64Array) => void;

export interface AllocationSource {
  readonly allocations: Allocations;
  readonly blocks: Blocks;
  readonly threads: Threads;
  readonly overlaps: Int32Array;
  /** By code of the table's `call_stack` + 1: number of the stack. */
  readonly stackOfCode: ArrayLike<number>;
  /** What is added to times. */
  readonly shift: number;
}

/** The columns of allocations as the page reads them, made for some rows at a time. */
export class AllocationColumnMaker {
  readonly #fill: Readonly<Record<AllocationColumn, Fill>>;
  #values = new Float64Array(1024);

  constructor(source: AllocationSource) {
    const { allocations, blocks, threads, overlaps, stackOfCode, shift } = source;
    const { views } = allocations;
    const { startNs, before, capture } = blocks;
    const match = views.text('stack_match');
    let gone = new Float64Array(1024);
    this.#fill = {
      index: (rows, into) => {
        for (let i = 0; i < rows.length; i++) into[i] = rows[i];
      },
      start: (rows, into) => {
        for (let i = 0; i < rows.length; i++) into[i] = startNs[rows[i]] + shift;
      },
      held: (rows, into) => {
        if (gone.length < rows.length) gone = new Float64Array(rows.length * 2);
        views.durationNs.gather(rows, rows.length, into);
        blocks.gatherGone(rows, gone);
        for (let i = 0; i < rows.length; i++) {
          into[i] = Number.isNaN(into[i]) ? 0 : gone[i] - startNs[rows[i]] + 1;
        }
      },
      bytes: (rows, into) => blocks.gatherBytes(rows, rows.length, into),
      name: codes(views.text('name').codes),
      stack: mapped(views.text('call_stack').codes, stackOfCode),
      match: mapped(match.codes, matchOfCode(match)),
      allocator: codes(views.text('allocator').codes),
      thread: (rows, into) => threads.codes(rows, into),
      stream: codes(views.text('stream').codes),
      step: views.step === undefined ? zeros : codes(views.step),
      overlaps: (rows, into) => {
        for (let i = 0; i < rows.length; i++) into[i] = overlaps[rows[i]];
      },
      before: (rows, into) => {
        for (let i = 0; i < rows.length; i++) into[i] = before[rows[i]];
      },
      capture: (rows, into) => {
        for (let i = 0; i < rows.length; i++) into[i] = capture[rows[i]];
      },
    };
  }

  /** The columns of some rows one after another, each in the memory of the one before. */
  *of(rows: Int32Array): Generator<ColumnInput> {
    if (rows.length > this.#values.length) this.#values = new Float64Array(rows.length * 2);
    for (const { name, coding } of ALLOCATION_COLUMNS) {
      this.#fill[name](rows, this.#values);
      yield { name, coding, values: this.#values };
    }
  }
}

/** Codes with 0 for none. */
function codes(column: Int32View): Fill {
  return (rows, into) => {
    for (let i = 0; i < rows.length; i++) into[i] = column.at(rows[i]) + 1;
  };
}

/** What is given by code + 1. */
function mapped(column: Int32View, ofCode: ArrayLike<number>): Fill {
  return (rows, into) => {
    for (let i = 0; i < rows.length; i++) into[i] = ofCode[column.at(rows[i]) + 1];
  };
}

function zeros(rows: Int32Array, into: Float64Array): void {
  into.fill(0, 0, rows.length);
}

/** Index of the way a stack was found by code + 1; what is not known is `none`. */
export function matchOfCode({ values }: Pick<TextView, 'values'>): number[] {
  const none = STACK_MATCHES.indexOf('none');
  const known: readonly string[] = STACK_MATCHES;
  return [none, ...values.map((text) => (known.includes(text) ? known.indexOf(text) : none))];
}
