import type { Claims } from '../pickle/claims.js';
import { KIND, KIND_MASK } from '../pickle/handles.js';
import type { PickleHeap } from '../pickle/heap.js';
import type { PickleStack } from '../pickle/stack.js';
import { CallStacks } from './call-stacks.js';
import { EventBatch } from './event-batch.js';
import { ACTION, KEY } from './keys.js';

/** What takes the entries of a trace, in their order. */
export interface TraceSink {
  add(events: EventBatch, from: number, to: number): void;
}

/** What a claim is of, in its lowest bits. */
export const CLAIM = { frame: 0, event: 1, stack: 2, trace: 3 } as const;
const CLAIM_BITS = 2;
const CLAIM_MASK = 3;

const EMPTY_TEXT = '';

/**
 * Takes what a snapshot has most of as it is read: frames and call stacks, each kept once, and the
 * entries of traces, which go on to the trace that they are in.
 */
export class SnapshotClaims implements Claims {
  readonly callStacks = new CallStacks();
  readonly traces: TraceSink[] = [];
  readonly #makeTrace: () => TraceSink;
  readonly #events = new EventBatch();
  #list = new Int32Array(256);
  /** Handle of a dict that is each frame. */
  readonly #dictOfFrame: number[] = [];
  #emptyText = -1;

  constructor(makeTrace: () => TraceSink) {
    this.#makeTrace = makeTrace;
  }

  dict(stack: PickleStack, from: number, to: number): number {
    const first = stack.textCodeAt(from);
    if (first >= KEY.name && first <= KEY.fx_original_trace) {
      const frame = this.#frame(stack, from, to);
      if (frame < 0) return -1;
      this.#dictOfFrame[frame] ??= stack.handles[from - 1];
      return (frame << CLAIM_BITS) | CLAIM.frame;
    }
    if (first < 0 || first > KEY.category) return -1;
    const event = this.#event(stack, from, to);
    return event < 0 ? -1 : event * (1 << CLAIM_BITS) + CLAIM.event;
  }

  list(stack: PickleStack, from: number, to: number, before: number): number {
    const first = stack.heap.claimOf(stack.handles[from]);
    const kind = first < 0 ? -1 : first & CLAIM_MASK;
    if (kind === CLAIM.frame && isDict(stack.handles[from])) {
      return this.#callStack(stack, from, to, before);
    }
    if (kind === CLAIM.event && isDict(stack.handles[from])) {
      return this.#trace(stack, from, to, before);
    }
    return -1;
  }

  itemsOf(claim: number): number[] {
    if ((claim & CLAIM_MASK) !== CLAIM.stack) {
      throw new RangeError('a list has entries of a trace and something else');
    }
    const frames = this.callStacks.stacks.of(claim >> CLAIM_BITS);
    return Array.from(frames, (frame) => this.#dictOfFrame[frame]);
  }

  /** The call stack that a claim is of; −1 for none. */
  stackOf(claim: number): number {
    return claim >= 0 && (claim & CLAIM_MASK) === CLAIM.stack ? claim >> CLAIM_BITS : -1;
  }

  /** The trace that a claim is of. */
  traceOf(claim: number): TraceSink | undefined {
    const isTrace = claim >= 0 && (claim & CLAIM_MASK) === CLAIM.trace;
    return isTrace ? this.traces[claim >> CLAIM_BITS] : undefined;
  }

  #frame(stack: PickleStack, from: number, to: number): number {
    let [name, file, lineAt] = [-1, -1, -1];
    for (let at = from; at < to; at += 2) {
      const key = stack.textCodeAt(at);
      if (key === KEY.name) name = stack.textCodeAt(at + 1);
      else if (key === KEY.filename) file = stack.textCodeAt(at + 1);
      else if (key === KEY.line) lineAt = at + 1;
      else if (key < KEY.name || key > KEY.fx_original_trace) return -1;
    }
    if (name < 0 || file < 0 || lineAt < 0) return -1;
    const line = stack.numberAt(lineAt);
    if (line >= 0 && line < 2 ** 31) return this.callStacks.frame({ name, file, line });
    // PyTorch writes 2^64 - 1 where Python has no line: it is kept as text.
    const integer = stack.heap.integerOf(stack.kept(lineAt));
    if (integer === undefined) return -1;
    return this.callStacks.frame({ name, file, line: ~stack.heap.texts.code(String(integer)) });
  }

  #callStack(stack: PickleStack, from: number, to: number, before: number): number {
    const { heap, handles } = stack;
    let length = 0;
    if (before >= 0) {
      if ((before & CLAIM_MASK) !== CLAIM.stack) return -1;
      const frames = this.callStacks.stacks.of(before >> CLAIM_BITS);
      length = frames.length;
      this.#makeRoom(length);
      this.#list.set(frames);
    }
    this.#makeRoom(length + to - from);
    const list = this.#list;
    for (let at = from; at < to; at++) {
      const claim = heap.claimedDict(handles[at], CLAIM_MASK, CLAIM.frame);
      if (claim < 0) return -1;
      list[length++] = claim >> CLAIM_BITS;
    }
    return (this.callStacks.stacks.intern(list, length) << CLAIM_BITS) | CLAIM.stack;
  }

  #makeRoom(length: number): void {
    if (length <= this.#list.length) return;
    const larger = new Int32Array(length * 2);
    larger.set(this.#list);
    this.#list = larger;
  }

  #event(stack: PickleStack, from: number, to: number): number {
    const events = this.#events;
    if (this.#emptyText < 0) this.#emptyText = stack.heap.texts.code(EMPTY_TEXT);
    let action = -1;
    let metadata = -1;
    let frames = -1;
    let addressAt = -1;
    let freeAt = -1;
    let streamAt = -1;
    let bytes = Number.NaN;
    let timeUs = Number.NaN;
    for (let at = from; at < to; at += 2) {
      switch (stack.textCodeAt(at)) {
        case KEY.action:
          action = stack.textCodeAt(at + 1);
          break;
        case KEY.addr:
          addressAt = at + 1;
          break;
        case KEY.device_free:
          freeAt = at + 1;
          break;
        case KEY.size:
          bytes = stack.numberAt(at + 1);
          break;
        case KEY.stream:
          streamAt = at + 1;
          break;
        case KEY.time_us:
          timeUs = stack.numberAt(at + 1);
          break;
        case KEY.frames:
          frames = this.#framesOf(stack, stack.handles[at + 1]);
          break;
        case KEY.user_metadata:
          metadata = stack.textCodeAt(at + 1);
          break;
      }
    }
    if (action < 0) return -1;
    const place = events.next();
    events.action[place] = action;
    events.metadata[place] = metadata === this.#emptyText ? -1 : metadata;
    events.stack[place] = frames;
    events.bytes[place] = bytes;
    events.timeUs[place] = timeUs;
    const at = action === ACTION.oom && freeAt >= 0 ? freeAt : addressAt;
    const hasAddress = at >= 0 && stack.settleHalves(at);
    events.addressLow[place] = hasAddress ? stack.low[at] : 0;
    events.addressHigh[place] = hasAddress ? stack.high[at] : 0;
    const hasStream = streamAt >= 0 && stack.settleHalves(streamAt);
    events.streamLow[place] = hasStream ? stack.low[streamAt] : 0;
    events.streamHigh[place] = hasStream ? stack.high[streamAt] : 0;
    return events.base + place;
  }

  /** The call stack of an entry, whatever its list was taken for. */
  #framesOf(stack: PickleStack, handle: number): number {
    if ((handle & KIND_MASK) !== KIND.list) return -1;
    const claimed = this.stackOf(stack.heap.claimOf(handle));
    return claimed >= 0 ? claimed : this.stackOfItems(stack.heap, stack.heap.items(handle));
  }

  /** The call stack of handles of which some may be no frames: those are left out. −1 for none. */
  stackOfItems(heap: PickleHeap, items: readonly number[]): number {
    let length = 0;
    this.#makeRoom(items.length);
    for (const item of items) {
      const claim = heap.claimedDict(item, CLAIM_MASK, CLAIM.frame);
      if (claim >= 0) this.#list[length++] = claim >> CLAIM_BITS;
    }
    return length === 0 ? -1 : this.callStacks.stacks.intern(this.#list, length);
  }

  #trace(stack: PickleStack, from: number, to: number, before: number): number {
    const { heap, handles } = stack;
    const events = this.#events;
    let place: number;
    if (before < 0) place = this.traces.push(this.#makeTrace()) - 1;
    else if ((before & CLAIM_MASK) === CLAIM.trace) place = before >> CLAIM_BITS;
    else return -1;
    const trace = this.traces[place];
    let next = -1;
    let begin = -1;
    for (let at = from; at < to; at++) {
      const claim = heap.claimedDict(handles[at], CLAIM_MASK, CLAIM.event);
      if (claim < 0) {
        throw new RangeError('a list has entries of a trace and something else');
      }
      const event = (claim - CLAIM.event) / (1 << CLAIM_BITS) - events.base;
      if (event < 0) throw new RangeError('an entry is in two traces');
      if (event !== next) {
        if (begin >= 0) trace.add(events, begin, next);
        begin = event;
      }
      next = event + 1;
    }
    trace.add(events, begin, next);
    if (next === events.count) events.clear();
    return place * (1 << CLAIM_BITS) + CLAIM.trace;
  }
}

function isDict(handle: number): boolean {
  return (handle & KIND_MASK) === KIND.dict;
}
