import { KIND, KIND_MASK } from './handles.js';
import type { PickleHeap } from './heap.js';

/** The entries of a dict whose keys are texts, by key. */
export class DictView {
  readonly heap: PickleHeap;
  readonly #values = new Map<string, number>();

  /** @param handle of anything: what is no dict has no entries */
  constructor(heap: PickleHeap, handle: number) {
    this.heap = heap;
    if ((handle & KIND_MASK) !== KIND.dict) return;
    const items = heap.items(handle);
    for (let i = 0; i < items.length; i += 2) {
      const key = heap.textOf(items[i]);
      if (key !== undefined) this.#values.set(key, items[i + 1]);
    }
  }

  /** The handle of a value; 0 where there is none. */
  get(key: string): number {
    return this.#values.get(key) ?? 0;
  }

  has(key: string): boolean {
    return this.#values.has(key);
  }

  text(key: string): string | undefined {
    return this.heap.textOf(this.get(key));
  }

  /** An integer of up to 53 bits; undefined for anything else. */
  number(key: string): number | undefined {
    const value = this.heap.integerOf(this.get(key));
    return value === undefined || !Number.isSafeInteger(Number(value)) ? undefined : Number(value);
  }

  integer(key: string): bigint | undefined {
    const value = this.heap.integerOf(this.get(key));
    return value === undefined ? undefined : BigInt(value);
  }

  /** The items of a list or tuple; none for anything else. */
  items(key: string): readonly number[] {
    const handle = this.get(key);
    const kind = handle & KIND_MASK;
    return kind === KIND.list || kind === KIND.tuple ? this.heap.items(handle) : [];
  }

  /** A dict; one without entries for anything else. */
  dict(key: string): DictView {
    return new DictView(this.heap, this.get(key));
  }

  isTrue(key: string): boolean {
    return this.heap.constantOf(this.get(key)) === true;
  }
}
