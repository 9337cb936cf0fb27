import { GrowingFloat64, GrowingInt32 } from '../csv/growing.js';
import type { TraceEvent } from '../trace-view/events.js';
import { lowerBound, type Moments, upperBound } from './times.js';

/**
 * Call stacks of forward operators by thread and sequence number. Autograd gives the operator that
 * makes a node the number that the node's backward operator will carry. Operators around it and
 * before it may carry the same number, since they read the counter without moving it; the one that
 * started last made the node.
 */
export class ForwardOperators {
  readonly #byThread = new Map<number, Map<number, number>>();
  readonly #start = new GrowingFloat64();
  readonly #stack = new GrowingInt32();
  /** How often a number of autograd's was seen to be a thread of the trace. */
  readonly #votes = new Map<number, Map<number, number>>();

  add(operator: TraceEvent): void {
    const { thread, sequence, startNs, stack } = operator;
    let bySequence = this.#byThread.get(thread);
    if (bySequence === undefined) {
      bySequence = new Map();
      this.#byThread.set(thread, bySequence);
    }
    const known = bySequence.get(sequence);
    if (known === undefined) {
      bySequence.set(sequence, this.#start.length);
      this.#start.push(startNs);
      this.#stack.push(stack);
    } else if (startNs >= this.#start.get(known)) {
      this.#start.set(known, startNs);
      this.#stack.set(known, stack);
    }
  }

  /** Learns from a backward operator which thread of the trace its forward thread is. */
  vote(sequence: number, forwardThread: number): void {
    const threads = [...this.#byThread].filter(([, bySequence]) => bySequence.has(sequence));
    if (threads.length !== 1) return;
    const votes = this.#votes.get(forwardThread) ?? new Map<number, number>();
    this.#votes.set(forwardThread, votes);
    votes.set(threads[0][0], (votes.get(threads[0][0]) ?? 0) + 1);
  }

  /**
   * The stack of the operator that a backward operator goes back to; −1 when there is none before
   * it. Where several threads used the number, the thread must be known from {@link vote}.
   */
  stackFor(sequence: number, forwardThread: number, beforeNs: number): number {
    const candidates: number[] = [];
    const threads: number[] = [];
    for (const [thread, bySequence] of this.#byThread) {
      const at = bySequence.get(sequence);
      if (at !== undefined && this.#start.get(at) < beforeNs) {
        candidates.push(at);
        threads.push(thread);
      }
    }
    if (candidates.length === 0) return -1;
    if (candidates.length === 1) return this.#stack.get(candidates[0]);
    const votes = [...(this.#votes.get(forwardThread) ?? [])].sort((a, b) => b[1] - a[1]);
    const chosen = votes.length > 0 ? threads.indexOf(votes[0][0]) : -1;
    return chosen < 0 ? -1 : this.#stack.get(candidates[chosen]);
  }
}

/** For moments in time: the backward operators around each. */
export class BackwardOperators {
  readonly #moments: Moments;
  readonly #at = new GrowingInt32();
  readonly #thread = new GrowingInt32();
  readonly #start = new GrowingFloat64();
  readonly #sequence = new GrowingFloat64();
  readonly #forwardThread = new GrowingFloat64();

  constructor(moments: Moments) {
    this.#moments = moments;
  }

  add(operator: TraceEvent): void {
    const { times } = this.#moments;
    const last = upperBound(times, operator.endNs);
    for (let at = lowerBound(times, operator.startNs); at < last; at++) {
      this.#at.push(at);
      this.#thread.push(operator.thread);
      this.#start.push(operator.startNs);
      this.#sequence.push(operator.sequence);
      this.#forwardThread.push(operator.forwardThread);
    }
  }

  /**
   * By place in the moments: the stack of the forward operator of the innermost backward operator
   * around the moment on `threads[at]` that has one; −1 where there is none.
   */
  forwardStacks(threads: Int32Array, forward: ForwardOperators): Int32Array {
    const at = this.#at.values();
    const sequence = this.#sequence.values();
    const forwardThread = this.#forwardThread.values();
    for (let i = 0; i < at.length; i++) forward.vote(sequence[i], forwardThread[i]);
    const starts = new Float64Array(this.#moments.times.length).fill(Number.NEGATIVE_INFINITY);
    const stacks = new Int32Array(this.#moments.times.length).fill(-1);
    for (let i = 0; i < at.length; i++) {
      const place = at[i];
      const start = this.#start.get(i);
      if (this.#thread.get(i) !== threads[place] || start < starts[place]) continue;
      const stack = forward.stackFor(sequence[i], forwardThread[i], start);
      if (stack < 0) continue;
      starts[place] = start;
      stacks[place] = stack;
    }
    return stacks;
  }
}
