import { FALSE, handleOf, KIND, KIND_BITS, KIND_MASK, TRUE } from './handles.js';
import type { PickleHeap } from './heap.js';

const TWO_32 = 4_294_967_296;
const LEAST_DEPTH = 1 << 12;

/** The stack of the machine: handles, and beside them the halves of integers. */
export class PickleStack {
  readonly heap: PickleHeap;
  size = 0;
  handles = new Int32Array(LEAST_DEPTH);
  low = new Int32Array(LEAST_DEPTH);
  high = new Int32Array(LEAST_DEPTH);

  constructor(heap: PickleHeap) {
    this.heap = heap;
  }

  grow(): void {
    const depth = this.handles.length * 2;
    const grown = (from: Int32Array): Int32Array<ArrayBuffer> => {
      const larger = new Int32Array(depth);
      larger.set(from);
      return larger;
    };
    this.handles = grown(this.handles);
    this.low = grown(this.low);
    this.high = grown(this.high);
  }

  /** The number at a place, the nearest double where it has more than 53 bits; NaN for what is none. */
  numberAt(at: number): number {
    const handle = this.handles[at];
    switch (handle & KIND_MASK) {
      case KIND.int:
        return this.high[at] * TWO_32 + (this.low[at] >>> 0);
      case KIND.uint:
        return (this.high[at] >>> 0) * TWO_32 + (this.low[at] >>> 0);
      case KIND.small:
        return handle >> KIND_BITS;
      default: {
        const integer = this.heap.integerOf(handle);
        if (integer !== undefined) return Number(integer);
        if (handle === TRUE) return 1;
        return handle === FALSE ? 0 : (this.heap.floatOf(handle) ?? Number.NaN);
      }
    }
  }

  /** Makes the halves beside an integer's handle hold its lowest 64 bits. Whether it is an integer. */
  settleHalves(at: number): boolean {
    const handle = this.handles[at];
    const kind = handle & KIND_MASK;
    if (kind === KIND.int || kind === KIND.uint) return true;
    const integer = this.heap.integerOf(handle);
    if (integer === undefined) return false;
    const bits = BigInt.asUintN(64, BigInt(integer));
    this.low[at] = Number(bits & 0xffffffffn);
    this.high[at] = Number(bits >> 32n);
    return true;
  }

  /** The value at a place as a handle that can be kept. */
  kept(at: number): number {
    const handle = this.handles[at];
    const kind = handle & KIND_MASK;
    if (kind !== KIND.int && kind !== KIND.uint) return handle;
    const value = this.numberAt(at);
    if (Number.isSafeInteger(value)) return this.heap.integer(value);
    const bits = (BigInt(this.high[at] >>> 0) << 32n) | BigInt(this.low[at] >>> 0);
    return this.heap.integer(kind === KIND.int ? BigInt.asIntN(64, bits) : bits);
  }

  keptItems(from: number, to: number): number[] {
    const items = new Array<number>(to - from);
    for (let at = from; at < to; at++) items[at - from] = this.kept(at);
    return items;
  }

  /** The code of the text at a place; −1 for what is none. */
  textCodeAt(at: number): number {
    const handle = this.handles[at];
    return (handle & KIND_MASK) === KIND.text ? handle >>> KIND_BITS : -1;
  }

  pushText(code: number): void {
    if (this.size === this.handles.length) this.grow();
    this.handles[this.size++] = handleOf(KIND.text, code);
  }
}
