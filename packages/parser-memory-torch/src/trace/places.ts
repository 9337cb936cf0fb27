import { CallChains } from './call-chains.js';
import type { MemoryEvents, SpanRows } from './columns.js';
import { ANNOTATION, OPERATOR, PYTHON } from './fields.js';

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

/** Rows of each thread, in an order. */
function byThread(
  count: number,
  thread: Int32Array,
  compare: (a: number, b: number) => number,
): Map<number, Int32Array> {
  const counts = new Map<number, number>();
  for (let row = 0; row < count; row++) counts.set(thread[row], (counts.get(thread[row]) ?? 0) + 1);
  const rows = new Map<number, Int32Array>();
  const filled = new Map<number, number>();
  for (const [key, size] of counts) {
    rows.set(key, new Int32Array(size));
    filled.set(key, 0);
  }
  for (let row = 0; row < count; row++) {
    const key = thread[row];
    const place = filled.get(key) ?? 0;
    (rows.get(key) as Int32Array)[place] = row;
    filled.set(key, place + 1);
  }
  for (const own of rows.values()) sortRows(own, compare);
  return rows;
}

/** Most files are in order already, which is seen faster than it is made. */
export function sortRows(rows: Int32Array, compare: (a: number, b: number) => number): void {
  for (let i = 1; i < rows.length; i++) {
    if (compare(rows[i - 1], rows[i]) <= 0) continue;
    rows.sort(compare);
    return;
  }
}

/** The spans that are open on a thread. */
class OpenSpans {
  readonly #spans: SpanRows;
  readonly #chains: CallChains;
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
    let depth = this.#rows.length;
    while (depth > 0 && this.#spans.endNs[this.#rows[depth - 1]] < timeNs) depth--;
    this.#rows.length = depth;
    this.#operators.length = depth;
    this.#annotations.length = depth;
    this.#ownChains.length = depth;
  }

  open(row: number): void {
    const { kind, name } = this.#spans;
    const chain = this.chain;
    this.#operators.push(kind[row] === OPERATOR ? row : this.operator);
    this.#annotations.push(kind[row] === ANNOTATION ? row : this.annotation);
    this.#ownChains.push(kind[row] === PYTHON ? this.#chains.inside(chain, name[row]) : chain);
    this.#rows.push(row);
  }

  get operator(): number {
    return this.#operators.at(-1) ?? -1;
  }

  get annotation(): number {
    return this.#annotations.at(-1) ?? -1;
  }

  get chain(): number {
    return this.#ownChains.at(-1) ?? -1;
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
    (a, b) => startNs[a] - startNs[b] || endNs[b] - endNs[a] || a - b,
  );
  const { timeNs } = memory;
  const events = byThread(memory.count, memory.thread, (a, b) => timeNs[a] - timeNs[b] || a - b);
  for (const [thread, rows] of ofThread) {
    const asked = events.get(thread) ?? new Int32Array(0);
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
