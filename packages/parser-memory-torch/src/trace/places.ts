import { CallChains } from './call-chains.js';
import type { MemoryEvents, SpanRows } from './columns.js';
import { ANNOTATION, OPERATOR, PYTHON } from './fields.js';
import { sortByTime } from './sort-rows.js';

/** What was open on the threads at memory events, by their places. */
export interface Places {
  /** Span of the innermost operator; −1 where none was open. */
  readonly operator: Int32Array;
  /** Chain of Python functions; −1 where none was open. */
  readonly chain: Int32Array;
  /** Span of the innermost annotation; −1 where none was open. */
  readonly annotation: Int32Array;
  readonly chains: CallChains;
  /** For each annotation's span, the annotation around it; −1 for none, by span. */
  readonly around: ReadonlyMap<number, number>;
}

/** Rows of each thread, in order of time. */
function byThread(
  count: number,
  thread: Int32Array,
  times: Float64Array,
  compare: (a: number, b: number) => number,
): Int32Array[] {
  const counts: number[] = [];
  for (let row = 0; row < count; row++) counts[thread[row]] = (counts[thread[row]] ?? 0) + 1;
  const rows = Array.from(counts, (own = 0) => new Int32Array(own));
  const filled = new Int32Array(rows.length);
  for (let row = 0; row < count; row++) rows[thread[row]][filled[thread[row]]++] = row;
  for (const own of rows) sortByTime(own, times, compare);
  return rows;
}

/** The spans that are open on a thread. */
class OpenSpans {
  readonly #spans: SpanRows;
  readonly #chains: CallChains;
  /** How many are open; behind them is what was. */
  #depth = 0;
  readonly #rows: number[] = [];
  // What is innermost among these and those below.
  readonly #operators: number[] = [];
  readonly #annotations: number[] = [];
  readonly #ownChains: number[] = [];

  constructor(spans: SpanRows, chains: CallChains) {
    this.#spans = spans;
    this.#chains = chains;
  }

  /** Ends what ended before a time. */
  close(timeNs: number): void {
    const { endNs } = this.#spans;
    while (this.#depth > 0 && endNs[this.#rows[this.#depth - 1]] < timeNs) this.#depth--;
  }

  open(row: number): void {
    const { kind, name } = this.#spans;
    const { operator, annotation, chain } = this;
    const depth = this.#depth++;
    this.#operators[depth] = kind[row] === OPERATOR ? row : operator;
    this.#annotations[depth] = kind[row] === ANNOTATION ? row : annotation;
    this.#ownChains[depth] = kind[row] === PYTHON ? this.#chains.inside(chain, name[row]) : chain;
    this.#rows[depth] = row;
  }

  get operator(): number {
    return this.#depth > 0 ? this.#operators[this.#depth - 1] : -1;
  }

  get annotation(): number {
    return this.#depth > 0 ? this.#annotations[this.#depth - 1] : -1;
  }

  get chain(): number {
    return this.#depth > 0 ? this.#ownChains[this.#depth - 1] : -1;
  }
}

/** Finds what was open on its thread at each memory event. */
export function locate(memory: MemoryEvents, spans: SpanRows): Places {
  const chains = new CallChains();
  const operator = new Int32Array(memory.count).fill(-1);
  const chain = new Int32Array(memory.count).fill(-1);
  const annotation = new Int32Array(memory.count).fill(-1);
  const around = new Map<number, number>();
  const { startNs, endNs } = spans;
  const ofThread = byThread(
    spans.count,
    spans.thread,
    startNs,
    (a, b) => endNs[b] - endNs[a] || a - b,
  );
  const { timeNs } = memory;
  const events = byThread(memory.count, memory.thread, timeNs, (a, b) => a - b);
  for (const [thread, rows] of ofThread.entries()) {
    const asked = events[thread] ?? new Int32Array(0);
    const open = new OpenSpans(spans, chains);
    let next = 0;
    const answerBefore = (limit: number) => {
      for (; next < asked.length && timeNs[asked[next]] < limit; next++) {
        const event = asked[next];
        open.close(timeNs[event]);
        operator[event] = open.operator;
        chain[event] = open.chain;
        annotation[event] = open.annotation;
      }
    };
    for (const row of rows) {
      answerBefore(startNs[row]);
      open.close(startNs[row]);
      if (spans.kind[row] === ANNOTATION) around.set(row, open.annotation);
      open.open(row);
    }
    answerBefore(Number.POSITIVE_INFINITY);
  }
  return { operator, chain, annotation, chains, around };
}
