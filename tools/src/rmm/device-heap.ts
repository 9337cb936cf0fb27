import type { Random } from '../ascend/random.js';

export interface HeapBlock {
  readonly address: number;
  readonly bytes: number;
  /** Number of the thread that allocated it; −1 for what was there before. */
  readonly owner: number;
}

const FIRST_ADDRESS = 0x7f3a_0000_0000;
const SPACING = 2 ** 21;

/** The blocks of a device. Addresses that were given back are handed out again, the last one first. */
export class DeviceHeap {
  bytes = 0;
  readonly #live: HeapBlock[] = [];
  readonly #placeOf = new Map<HeapBlock, number>();
  readonly #freed: number[] = [];
  #next = FIRST_ADDRESS;

  take(bytes: number, owner: number): HeapBlock {
    let address = this.#freed.pop();
    if (address === undefined) {
      address = this.#next;
      this.#next += SPACING;
    }
    const block = { address, bytes, owner };
    this.#placeOf.set(block, this.#live.push(block) - 1);
    this.bytes += bytes;
    return block;
  }

  giveBack(block: HeapBlock): void {
    const place = this.#placeOf.get(block);
    const last = this.#live.pop();
    if (place === undefined || last === undefined) throw new RangeError('the block is not live');
    if (last !== block) {
      this.#live[place] = last;
      this.#placeOf.set(last, place);
    }
    this.#placeOf.delete(block);
    this.#freed.push(block.address);
    this.bytes -= block.bytes;
  }

  /** One of the live blocks. */
  pick(random: Random): HeapBlock | undefined {
    return this.#live.length === 0 ? undefined : random.pick(this.#live);
  }
}
