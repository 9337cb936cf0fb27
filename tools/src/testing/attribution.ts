import { type ReadEvent, readNs } from './read-back.js';

/** A range of time on a thread, as the trace tells it. */
interface Interval {
  name: string;
  tid: number;
  start: bigint;
  end: bigint;
  stack: string | null;
  sequence: number;
  forwardThread: number;
  correlation: number;
}

export interface Attribution {
  callStack: string;
  via: string;
}

const NOTHING: Attribution = { callStack: '', via: 'none' };

function interval(event: ReadEvent): Interval {
  const start = readNs(event.ts) as bigint;
  const args = event.args ?? {};
  return {
    name: event.name,
    tid: event.tid,
    start,
    end: start + BigInt(Math.round((event.dur ?? 0) * 1000)),
    stack: typeof args['Call stack'] === 'string' ? args['Call stack'] : null,
    sequence: Number(args['Sequence number'] ?? -1),
    forwardThread: Number(args['Fwd thread id'] ?? 0),
    correlation: Number(args.correlation_id ?? -1),
  };
}

function covers(outer: Interval, time: bigint): boolean {
  return outer.start <= time && time <= outer.end;
}

function startedLast(intervals: readonly Interval[]): Interval | undefined {
  return intervals.reduce<Interval | undefined>(
    (best, candidate) => (best === undefined || candidate.start > best.start ? candidate : best),
    undefined,
  );
}

/** Finds call stacks by plain search: slow, and meant to be obviously right. */
export class PlainAttribution {
  readonly #operators: Interval[];
  readonly #enqueues: Interval[];
  readonly #dequeues: Interval[];

  constructor(events: readonly ReadEvent[]) {
    const ofCategory = (cat: string): Interval[] =>
      events.filter((event) => event.ph === 'X' && event.cat === cat).map(interval);
    this.#operators = ofCategory('cpu_op');
    this.#enqueues = ofCategory('enqueue');
    this.#dequeues = ofCategory('dequeue');
  }

  /** Containment by name, forward by sequence number, `cann::` through the queue. */
  find(name: string, time: bigint): Attribution {
    if (name.startsWith('cann::')) return this.#throughQueue(time);
    const named = this.#operators.filter((op) => op.name === name && covers(op, time));
    const own = startedLast(named);
    return own === undefined ? NOTHING : this.#ofOperator(own, time, 'recorded', 'forward');
  }

  /** The rule of nearest earlier operator of the same name with a stack. */
  findNearest(name: string, time: bigint): string {
    const earlier = this.#operators.filter(
      (op) => op.name === name && op.stack !== null && op.start <= time,
    );
    return startedLast(earlier)?.stack ?? '';
  }

  /** Threads on which an operator of this name covers the moment. */
  threadsOf(name: string, time: bigint): Set<number> {
    const named = this.#operators.filter((op) => op.name === name && covers(op, time));
    return new Set(named.map((op) => op.tid));
  }

  #throughQueue(time: bigint): Attribution {
    const dequeue = this.#dequeues.find((candidate) => covers(candidate, time));
    const enqueue = this.#enqueues.find((from) => from.correlation === dequeue?.correlation);
    if (enqueue === undefined) return NOTHING;
    const around = this.#operators.filter(
      (op) => op.tid === enqueue.tid && covers(op, enqueue.start) && covers(op, enqueue.end),
    );
    const innermost = startedLast(around);
    if (innermost === undefined) return NOTHING;
    return this.#ofOperator(innermost, enqueue.start, 'queue-recorded', 'queue-forward');
  }

  #ofOperator(operator: Interval, time: bigint, own: string, forward: string): Attribution {
    if (operator.stack !== null) return { callStack: operator.stack, via: own };
    const node = startedLast(
      this.#operators.filter(
        (op) =>
          op.tid === operator.tid && covers(op, time) && op.sequence >= 0 && op.forwardThread !== 0,
      ),
    );
    if (node === undefined) return NOTHING;
    const origin = startedLast(
      this.#operators.filter((op) => op.sequence === node.sequence && op.forwardThread === 0),
    );
    return origin?.stack ? { callStack: origin.stack, via: forward } : NOTHING;
  }
}
