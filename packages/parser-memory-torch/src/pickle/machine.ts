import type { Claims } from './claims.js';
import { FALSE, handleOf, KIND, KIND_BITS, KIND_MASK, NONE, TRUE } from './handles.js';
import { PickleHeap } from './heap.js';
import { bigIntegerOf, halfOf } from './integers.js';
import { PickleMemo } from './memo.js';
import { NEWEST_PROTOCOL, OP, refusedOpcode } from './opcodes.js';
import { PickleError, type PickleProblem } from './pickle-error.js';
import { PickleStack } from './stack.js';

/** Bytes of the longest opcode whose length is fixed, and some more. */
const MOST_FIXED_BYTES = 16;
/** Python itself makes none of this length; it bounds what a damaged file can ask for. */
const MOST_INTEGER_BYTES = 4096;

/**
 * Reads a pickle that comes in pieces. It runs no code: opcodes that could import or call are refused.
 * What lists and dicts become is up to the claims; all else is in the heap.
 */
export class PickleMachine {
  readonly heap = new PickleHeap();
  readonly stack = new PickleStack(this.heap);
  readonly #memo = new PickleMemo();
  readonly #claims: Claims;
  #marks = new Int32Array(64);
  #markCount = 0;
  /** Bytes of the pickle before the piece that is read. */
  #before = 0;
  /** Bytes that are needed to go on, where a text or an integer is not all there. */
  #needed = 0;
  #result: number | undefined;

  constructor(claims: Claims) {
    this.#claims = claims;
  }

  /** The handle of what the pickle is, once it is read to its end; undefined until then. */
  get result(): number | undefined {
    return this.#result;
  }

  /** Bytes that the next call must be given, so that it gets on. */
  get neededBytes(): number {
    return Math.max(this.#needed, MOST_FIXED_BYTES + 1);
  }

  /**
   * Reads opcodes from the begin of a piece, as far as they are all there. How many bytes were read: the
   * next piece has to begin with the others.
   *
   * @param isLast no piece follows
   * @throws PickleError
   */
  read(bytes: Uint8Array, isLast: boolean): number {
    this.#needed = 0;
    const { length } = bytes;
    let read: number;
    if (isLast) {
      // An opcode that is cut is read with zeros after it, and told.
      const padded = new Uint8Array(length + MOST_FIXED_BYTES);
      padded.set(bytes);
      read = this.#run(padded, length, length);
    } else read = this.#run(bytes, length - MOST_FIXED_BYTES, length);
    if (isLast && (read > length || (this.#result === undefined && this.#needed > 0))) {
      throw this.#error('truncated', length, 'the file ends inside an opcode');
    }
    if (this.#result === undefined && isLast) {
      throw this.#error('truncated', length, 'the file ends before the pickle does');
    }
    this.#before += read;
    return read;
  }

  /** @param length where the bytes of the pickle end */
  #run(bytes: Uint8Array, limit: number, length: number): number {
    const { stack } = this;
    const memo = this.#memo;
    let { handles, low, high } = stack;
    let { entries } = memo;
    let size = stack.size;
    let at = 0;
    while (at < limit) {
      if (size + 3 > handles.length) {
        stack.grow();
        ({ handles, low, high } = stack);
      }
      const op = bytes[at];
      switch (op) {
        case OP.LONG_BINGET:
        case OP.BINGET: {
          // Frames of call stacks follow each other so: most of a file.
          const most = handles.length - 2;
          for (let next: number = op; size < most; next = bytes[at]) {
            let number: number;
            if (next === OP.LONG_BINGET) {
              number =
                (bytes[at + 1] |
                  (bytes[at + 2] << 8) |
                  (bytes[at + 3] << 16) |
                  (bytes[at + 4] << 24)) >>>
                0;
            } else if (next === OP.BINGET) number = bytes[at + 1];
            else break;
            if (at >= limit) break;
            const handle = number < entries.length ? entries[number] : 0;
            handles[size] = handle !== 0 ? handle : memo.get(number);
            if (handles[size++] === 0) {
              throw this.#error('damaged', at, `nothing is remembered under the number ${number}`);
            }
            at += next === OP.LONG_BINGET ? 5 : 2;
          }
          break;
        }
        case OP.MEMOIZE: {
          if (size === 0) throw this.#empty(at, op);
          const handle = this.#kept(size - 1);
          const number = memo.count;
          if (number < entries.length && entries[number] === 0) {
            entries[number] = handle;
            memo.count = number + 1;
          } else {
            memo.put(number, handle);
            entries = memo.entries;
          }
          at++;
          break;
        }
        case OP.BINPUT:
        case OP.LONG_BINPUT: {
          if (size === 0) throw this.#empty(at, op);
          const isLong = op === OP.LONG_BINPUT;
          const number = isLong ? halfOf(bytes, at + 1, 4) >>> 0 : bytes[at + 1];
          memo.put(number, this.#kept(size - 1));
          entries = memo.entries;
          at += isLong ? 5 : 2;
          break;
        }
        case OP.MARK:
          this.#mark(size);
          at++;
          break;
        case OP.EMPTY_DICT:
          handles[size++] = this.heap.container(KIND.dict);
          at++;
          break;
        case OP.EMPTY_LIST:
          handles[size++] = this.heap.container(KIND.list);
          at++;
          break;
        case OP.BININT1:
          handles[size++] = (bytes[at + 1] << KIND_BITS) | KIND.small;
          at += 2;
          break;
        case OP.BININT2:
          handles[size++] = ((bytes[at + 1] | (bytes[at + 2] << 8)) << KIND_BITS) | KIND.small;
          at += 3;
          break;
        case OP.BININT: {
          const value =
            bytes[at + 1] | (bytes[at + 2] << 8) | (bytes[at + 3] << 16) | (bytes[at + 4] << 24);
          handles[size] = KIND.int;
          low[size] = value;
          high[size++] = value >> 31;
          at += 5;
          break;
        }
        case OP.LONG1:
        case OP.LONG4: {
          const start = at + (op === OP.LONG1 ? 2 : 5);
          const count = op === OP.LONG1 ? bytes[at + 1] : halfOf(bytes, at + 1, 4);
          if (op === OP.LONG4 && (count < 0 || count > MOST_INTEGER_BYTES) && start <= length) {
            throw this.#error('damaged', at, `an integer has ${count} bytes`);
          }
          if (start + count > length) {
            this.#needed = start + count - at;
            stack.size = size;
            return at;
          }
          if (count <= 8) {
            handles[size] = KIND.int;
            if (count === 6) {
              low[size] =
                bytes[start] |
                (bytes[start + 1] << 8) |
                (bytes[start + 2] << 16) |
                (bytes[start + 3] << 24);
              high[size++] = bytes[start + 4] | ((bytes[start + 5] << 24) >> 16);
            } else {
              low[size] = halfOf(bytes, start, Math.min(count, 4));
              high[size] = count > 4 ? halfOf(bytes, start + 4, count - 4) : low[size] >> 31;
              size++;
            }
          } else if (count === 9 && bytes[start + 8] === 0) {
            handles[size] = KIND.uint;
            low[size] = halfOf(bytes, start, 4);
            high[size++] = halfOf(bytes, start + 4, 4);
          } else handles[size++] = this.heap.integer(bigIntegerOf(bytes, start, count));
          at = start + count;
          break;
        }
        case OP.SHORT_BINUNICODE:
        case OP.BINUNICODE:
        case OP.BINUNICODE8: {
          const width = op === OP.SHORT_BINUNICODE ? 1 : op === OP.BINUNICODE ? 4 : 8;
          const start = at + 1 + width;
          let count = width === 1 ? bytes[at + 1] : halfOf(bytes, at + 1, 4) >>> 0;
          if (width === 8) count += (halfOf(bytes, at + 5, 4) >>> 0) * 2 ** 32;
          if (start + count > length) {
            this.#needed = start + count - at;
            stack.size = size;
            return at;
          }
          handles[size++] = handleOf(
            KIND.text,
            this.heap.texts.intern(bytes, start, start + count),
          );
          at = start + count;
          break;
        }
        case OP.SETITEMS:
        case OP.SETITEM:
        case OP.APPENDS:
        case OP.APPEND: {
          const isList = op === OP.APPENDS || op === OP.APPEND;
          const from =
            op === OP.SETITEMS || op === OP.APPENDS
              ? this.#toMark(at)
              : size - (op === OP.APPEND ? 1 : 2);
          if (from < 1 || from > size || (!isList && (size - from) % 2 !== 0))
            throw this.#empty(at, op);
          const target = handles[from - 1];
          if ((target & KIND_MASK) !== (isList ? KIND.list : KIND.dict)) {
            throw this.#error('damaged', at, 'items are put into something that takes none');
          }
          stack.size = size;
          this.#fill(target, from, size, at);
          ({ handles, low, high } = stack);
          size = from;
          at++;
          break;
        }
        case OP.NONE:
          handles[size++] = NONE;
          at++;
          break;
        case OP.NEWTRUE:
          handles[size++] = TRUE;
          at++;
          break;
        case OP.NEWFALSE:
          handles[size++] = FALSE;
          at++;
          break;
        case OP.EMPTY_TUPLE:
        case OP.TUPLE1:
        case OP.TUPLE2:
        case OP.TUPLE3:
        case OP.TUPLE: {
          const items = op === OP.EMPTY_TUPLE ? 0 : op - OP.TUPLE1 + 1;
          const from = op === OP.TUPLE ? this.#toMark(at) : size - items;
          if (from < 0 || from > size) throw this.#empty(at, op);
          handles[from] = this.heap.tuple(stack.keptItems(from, size));
          size = from + 1;
          at++;
          break;
        }
        case OP.BINFLOAT: {
          const view = new DataView(bytes.buffer, bytes.byteOffset);
          handles[size++] = this.heap.float(view.getFloat64(at + 1));
          at += 9;
          break;
        }
        case OP.PROTO:
          if (bytes[at + 1] > NEWEST_PROTOCOL) {
            const message = `its protocol is ${bytes[at + 1]}, and ${NEWEST_PROTOCOL} is the newest that is read`;
            throw this.#error('unsupported', at, message);
          }
          at += 2;
          break;
        case OP.FRAME:
          // It only tells readers how much to read at once.
          at += 9;
          break;
        case OP.STOP:
          if (size < 1) throw this.#empty(at, op);
          this.#result = this.#kept(size - 1);
          stack.size = 0;
          return at + 1;
        default: {
          const { name, isUnsafe } = refusedOpcode(op);
          throw isUnsafe
            ? this.#error('unsafe', at, `the opcode ${name} could run code`)
            : this.#error('unsupported', at, `the opcode ${name} is none that a snapshot has`);
        }
      }
    }
    stack.size = size;
    return at;
  }

  /** The value at a place as it can be kept: integers of 64 bits have to move. */
  #kept(at: number): number {
    const handle = this.stack.handles[at];
    const kind = handle & KIND_MASK;
    return kind === KIND.int || kind === KIND.uint ? this.stack.kept(at) : handle;
  }

  #fill(target: number, from: number, to: number, at: number): void {
    if (from === to) return;
    let claimed: number;
    try {
      claimed = this.#claimed(target, from, to);
    } catch (error) {
      // What claims cannot take is told with the place.
      if (!(error instanceof RangeError)) throw error;
      throw this.#error('unsupported', at, error.message);
    }
    if (claimed >= 0) {
      this.heap.claim(target, claimed);
      return;
    }
    const items = this.heap.growing(target);
    if (items === undefined) {
      throw this.#error('unsupported', at, 'a dict is added to that was complete');
    }
    for (let i = from; i < to; i++) items.push(this.stack.kept(i));
  }

  /** What somebody makes of items that are put into a list or dict; −1 for nothing. */
  #claimed(target: number, from: number, to: number): number {
    const { heap, stack } = this;
    const claims = this.#claims;
    const isEmpty = heap.isEmpty(target);
    if ((target & KIND_MASK) === KIND.dict) return isEmpty ? claims.dict(stack, from, to) : -1;
    const claim = heap.claimOf(target);
    if (!isEmpty && claim < 0) return -1;
    const claimed = claims.list(stack, from, to, claim);
    if (claimed < 0 && claim >= 0) heap.replace(target, claims.itemsOf(claim));
    return claimed;
  }

  #mark(size: number): void {
    if (this.#markCount === this.#marks.length) {
      const larger = new Int32Array(this.#marks.length * 2);
      larger.set(this.#marks);
      this.#marks = larger;
    }
    this.#marks[this.#markCount++] = size;
  }

  #toMark(at: number): number {
    if (this.#markCount === 0) throw this.#error('damaged', at, 'there is no mark');
    return this.#marks[--this.#markCount];
  }

  #empty(at: number, op: number): PickleError {
    const name = Object.entries(OP).find(([, code]) => code === op)?.[0];
    return this.#error('damaged', at, `the opcode ${name} finds too little on the stack`);
  }

  #error(problem: PickleProblem, at: number, message: string): PickleError {
    return new PickleError(problem, this.#before + at, message);
  }
}
