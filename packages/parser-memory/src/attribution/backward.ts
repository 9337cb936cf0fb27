import { GrowingFloat64, GrowingInt32 } from '../columns/growing.js';
import type { KeptOperator } from './journal.js';
import { lowerBound, type Moments, upperBound } from './times.js';

/** No further entry of a sequence number. */
const END = -1;

/** Autograd gives a backward operator the number and the thread of its forward operator. */
export function isBackward({ sequence, forwardThread }: KeptOperator): boolean {
  return sequence >= 0 && forwardThread > 0;
}

/** A forward operator with a stack, which a backward operator may go back to. */
export function isForward({ sequence, forwardThread, stack }: KeptOperator): boolean {
  return sequence >= 0 && forwardThread <= 0 && stack >= 0;
}

/**
 * Call stacks of forward operators by thread and sequence number. Autograd gives the operator that
 * makes a node the number that the node's backward operator will carry. Operators around it and
 * before it may carry the same number, since they read the counter without moving it; the one that
 * started last made the node. Threads and stacks are places in lists of the caller.
 */
export class ForwardOperators {
  /** Whether several threads used one number. */
  isAmbiguous = false;
  /** First entry of a number; the entries of other threads are linked to it. */
  readonly #bySequence = new Map<number, number>();
  readonly #thread = new GrowingInt32();
  readonly #start = new GrowingFloat64();
  readonly #stack = new GrowingInt32();
  readonly #next = new GrowingInt32();
  /** How often a number of autograd's was seen to be a thread of the trace. */
  readonly #votes = new Map<number, Map<number, number>>();

  add(sequence: number, thread: number, startNs: number, stack: number): void {
    let at = this.#bySequence.get(sequence);
    if (at === undefined) {
      this.#bySequence.set(sequence, this.#push(thread, startNs, stack));
      return;
    }
    while (this.#thread.get(at) !== thread) {
      const next = this.#next.get(at);
      if (next === END) {
        this.#next.set(at, this.#push(thread, startNs, stack));
        this.isAmbiguous = true;
        return;
      }
      at = next;
    }
    if (startNs >= this.#start.get(at)) {
      this.#start.set(at, startNs);
      this.#stack.set(at, stack);
    }
  }

  #push(thread: number, startNs: number, stack: number): number {
    this.#thread.push(thread);
    this.#start.push(startNs);
    this.#stack.push(stack);
    this.#next.push(END);
    return this.#thread.length - 1;
  }

  /** Learns from a backward operator which thread of the trace its forward thread is. */
  vote(sequence: number, forwardThread: number): void {
    const at = this.#bySequence.get(sequence);
    if (at === undefined || this.#next.get(at) !== END) return;
    const thread = this.#thread.get(at);
    const votes = this.#votes.get(forwardThread) ?? new Map<number, number>();
    this.#votes.set(forwardThread, votes);
    votes.set(thread, (votes.get(thread) ?? 0) + 1);
  }

  /**
   * The stack of the operator that a backward operator goes back to; −1 when there is none before
   * it. Where several threads used the number, the thread must be known from {@link vote}.
   */
  stackFor(sequence: number, forwardThread: number, beforeNs: number): number {
    const thread = this.#threadOf(forwardThread);
    let candidates = 0;
    let stack = -1;
    let chosen = -1;
    for (let at = this.#bySequence.get(sequence) ?? END; at !== END; at = this.#next.get(at)) {
      if (this.#start.get(at) >= beforeNs) continue;
      candidates++;
      stack = this.#stack.get(at);
      if (this.#thread.get(at) === thread) chosen = stack;
    }
    return candidates === 1 ? stack : chosen;
  }

  #threadOf(forwardThread: number): number {
    if (!this.isAmbiguous) return -1;
    let best = -1;
    let most = 0;
    for (const [thread, votes] of this.#votes.get(forwardThread) ?? []) {
      if (votes > most) [best, most] = [thread, votes];
    }
    return best;
  }
}

/** Moments that have no stack yet, and the backward operators around them. */
export class BackwardOperators {
  readonly #times: Float64Array;
  /** By moment: the thread that it is of, and how many moments before it are wanted. */
  readonly #threads: Int32Array;
  readonly #wantedBefore: Int32Array;
  readonly #first = new GrowingInt32();
  readonly #last = new GrowingInt32();
  readonly #thread = new GrowingInt32();
  readonly #start = new GrowingFloat64();
  readonly #sequence = new GrowingFloat64();
  readonly #forwardThread = new GrowingFloat64();

  constructor(moments: Moments, threads: Int32Array, wanted: (at: number) => boolean) {
    const count = moments.times.length;
    this.#times = moments.times;
    this.#threads = threads;
    this.#wantedBefore = new Int32Array(count + 1);
    for (let at = 0; at < count; at++) {
      this.#wantedBefore[at + 1] = this.#wantedBefore[at] + (wanted(at) ? 1 : 0);
    }
  }

  /** Whether any moment is wanted. */
  get isNeeded(): boolean {
    return this.#wantedBefore[this.#times.length] > 0;
  }

  /** Takes in an operator; it is kept when a wanted moment is in it. */
  add(operator: KeptOperator): void {
    const first = lowerBound(this.#times, operator.startNs);
    const last = upperBound(this.#times, operator.endNs);
    if (last <= first || this.#wantedBefore[last] === this.#wantedBefore[first]) return;
    this.#first.push(first);
    this.#last.push(last);
    this.#thread.push(operator.thread);
    this.#start.push(operator.startNs);
    this.#sequence.push(operator.sequence);
    this.#forwardThread.push(operator.forwardThread);
  }

  /** The sequence numbers and forward threads of what was kept. */
  each(visit: (sequence: number, forwardThread: number) => void): void {
    for (let i = 0; i < this.#first.length; i++) {
      visit(this.#sequence.get(i), this.#forwardThread.get(i));
    }
  }

  /**
   * By moment: the stack of the forward operator of the innermost backward operator around it, on
   * its thread, that has one; −1 where there is none or none is wanted.
   */
  forwardStacks(forward: ForwardOperators): Int32Array {
    const starts = new Float64Array(this.#times.length).fill(Number.NEGATIVE_INFINITY);
    const stacks = new Int32Array(this.#times.length).fill(-1);
    for (let i = 0; i < this.#first.length; i++) {
      const start = this.#start.get(i);
      const thread = this.#thread.get(i);
      const stack = forward.stackFor(this.#sequence.get(i), this.#forwardThread.get(i), start);
      if (stack < 0) continue;
      for (let at = this.#first.get(i); at < this.#last.get(i); at++) {
        const isWanted = this.#wantedBefore[at + 1] > this.#wantedBefore[at];
        if (!isWanted || this.#threads[at] !== thread || start < starts[at]) continue;
        starts[at] = start;
        stacks[at] = stack;
      }
    }
    return stacks;
  }
}
