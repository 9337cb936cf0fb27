import type { SpanRows } from './columns.js';
import { ANNOTATION } from './fields.js';
import type { Places } from './places.js';
import type { TraceData } from './read-trace.js';

const STEP = /^ProfilerStep#(\d{1,9})$/;

/** The annotations of a trace, numbered in order of their begins. */
export interface TraceRanges {
  /** Spans. */
  readonly rows: Int32Array;
  /** Number of an annotation's span; undefined for −1. */
  idOf(row: number): number | undefined;
  parentOf(row: number): number | undefined;
  isStep(row: number): boolean;
}

export function traceRanges({ spans, text }: TraceData, places: Places): TraceRanges {
  const rows: number[] = [];
  for (let row = 0; row < spans.count; row++) if (spans.kind[row] === ANNOTATION) rows.push(row);
  rows.sort(
    (a, b) => spans.startNs[a] - spans.startNs[b] || spans.endNs[b] - spans.endNs[a] || a - b,
  );
  const ids = new Map(rows.map((row, id) => [row, id]));
  const steps = stepsOf(spans, rows, text);
  return {
    rows: Int32Array.from(rows),
    idOf: (row) => ids.get(row),
    parentOf: (row) => ids.get(places.around.get(row) ?? -1),
    isStep: (row) => steps.has(row),
  };
}

function stepsOf(
  spans: SpanRows,
  rows: readonly number[],
  text: (code: number) => string,
): Map<number, number> {
  const steps = new Map<number, number>();
  for (const row of rows) {
    const number = STEP.exec(text(spans.name[row]))?.[1];
    if (number !== undefined) steps.set(row, Number(number));
  }
  return steps;
}

/** Finds the training step of a time: a step is of the process, whatever thread has its range. */
export class StepFinder {
  readonly #begins: number[] = [];
  readonly #ends: number[] = [];
  readonly #numbers: number[] = [];

  constructor({ spans, text }: TraceData, ranges: TraceRanges) {
    for (const [row, number] of stepsOf(spans, Array.from(ranges.rows), text)) {
      this.#begins.push(spans.startNs[row]);
      this.#ends.push(spans.endNs[row]);
      this.#numbers.push(number);
    }
  }

  /** NaN where there is none. */
  at(timeNs: number): number {
    let [low, high] = [0, this.#begins.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.#begins[middle] <= timeNs) low = middle + 1;
      else high = middle;
    }
    return low > 0 && timeNs <= this.#ends[low - 1] ? this.#numbers[low - 1] : Number.NaN;
  }
}
