import { FALSE, handleOf, KIND, KIND_BITS, KIND_MASK, MOST_PLACES, NONE } from './handles.js';
import { TextTable } from './texts.js';

const LEAST_PLACES = 1 << 12;

/**
 * What handles of a pickle stand for. A list or dict that somebody has claimed is a number of theirs;
 * the items of any other are kept here, dicts as keys and values in turn.
 */
export class PickleHeap {
  readonly texts = new TextTable();
  readonly #numbers: (number | bigint | FloatValue)[] = [];
  readonly #items: number[][] = [];
  readonly #tuples: number[][] = [];
  /** By place: 0 is empty, above 0 claimed (less 1 the claim), below 0 the place of its items (~). */
  #refs = new Int32Array(LEAST_PLACES);
  #containers = 0;

  /** The handle of a new list or dict. */
  container(kind: number): number {
    const place = this.#containers++;
    if (place === this.#refs.length) {
      if (place >= MOST_PLACES) throw new RangeError('more objects than are read');
      const larger = new Int32Array(place * 2);
      larger.set(this.#refs);
      this.#refs = larger;
    }
    return (place << KIND_BITS) | kind;
  }

  /** The claim of a list or dict; −1 for none, and for anything else. */
  claimOf(handle: number): number {
    const kind = handle & KIND_MASK;
    if (kind !== KIND.dict && kind !== KIND.list) return -1;
    const ref = this.#refs[handle >>> KIND_BITS];
    return ref > 0 ? ref - 1 : -1;
  }

  /** The claim of a dict whose lowest bits are those; −1 for anything else. */
  claimedDict(handle: number, mask: number, bits: number): number {
    if ((handle & KIND_MASK) !== KIND.dict) return -1;
    const claim = this.#refs[handle >>> KIND_BITS] - 1;
    return claim >= 0 && (claim & mask) === bits ? claim : -1;
  }

  claim(handle: number, claim: number): void {
    this.#refs[handle >>> KIND_BITS] = claim + 1;
  }

  isEmpty(handle: number): boolean {
    return this.#refs[handle >>> KIND_BITS] === 0;
  }

  /** The items of a list or dict that are added to; undefined where somebody has claimed it. */
  growing(handle: number): number[] | undefined {
    const place = handle >>> KIND_BITS;
    const ref = this.#refs[place];
    if (ref > 0) return undefined;
    if (ref < 0) return this.#items[~ref];
    return this.replace(handle, []);
  }

  /** Gives a list or dict other items, whatever it had. */
  replace(handle: number, items: number[]): number[] {
    this.#refs[handle >>> KIND_BITS] = ~this.#items.length;
    this.#items.push(items);
    return items;
  }

  /** The items of a list, tuple or dict (keys and values in turn); none where it is claimed. */
  items(handle: number): readonly number[] {
    const place = handle >>> KIND_BITS;
    if ((handle & KIND_MASK) === KIND.tuple) return this.#tuples[place];
    const ref = this.#refs[place];
    return ref < 0 ? this.#items[~ref] : [];
  }

  tuple(items: number[]): number {
    return handleOf(KIND.tuple, this.#tuples.push(items) - 1);
  }

  /** An integer that is kept: small ones are their handle. */
  integer(value: number | bigint): number {
    if (typeof value === 'number' && value >= -MOST_PLACES && value < MOST_PLACES) {
      return handleOf(KIND.small, value);
    }
    return handleOf(KIND.number, this.#numbers.push(value) - 1);
  }

  float(value: number): number {
    return handleOf(KIND.number, this.#numbers.push(new FloatValue(value)) - 1);
  }

  /** The integer of a handle, exact; undefined for what is none. A bool is none either. */
  integerOf(handle: number): number | bigint | undefined {
    const kind = handle & KIND_MASK;
    if (kind === KIND.small) return handle >> KIND_BITS;
    if (kind !== KIND.number) return undefined;
    const value = this.#numbers[handle >>> KIND_BITS];
    return value instanceof FloatValue ? undefined : value;
  }

  floatOf(handle: number): number | undefined {
    if ((handle & KIND_MASK) !== KIND.number) return undefined;
    const value = this.#numbers[handle >>> KIND_BITS];
    return value instanceof FloatValue ? value.value : undefined;
  }

  textOf(handle: number): string | undefined {
    if ((handle & KIND_MASK) !== KIND.text) return undefined;
    return this.texts.text(handle >>> KIND_BITS);
  }

  /** None, False or True; undefined for anything else. */
  constantOf(handle: number): boolean | null | undefined {
    if ((handle & KIND_MASK) !== KIND.constant) return undefined;
    return handle === NONE ? null : handle !== FALSE;
  }
}

/** Tells a float from an integer of the same value. */
class FloatValue {
  readonly value: number;

  constructor(value: number) {
    this.value = value;
  }
}
