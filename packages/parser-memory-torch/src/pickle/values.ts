import { KIND, KIND_MASK } from './handles.js';
import type { PickleHeap } from './heap.js';

/** A value as a program has it; dicts are maps, since their keys may be anything. */
export type PickleValue =
  | null
  | boolean
  | number
  | bigint
  | string
  | PickleValue[]
  | Map<PickleValue, PickleValue>;

/**
 * A value as JavaScript has it: integers as bigint, floats as numbers, tuples as arrays. What is shared
 * stays shared. Claimed lists and dicts are empty.
 */
export function plainValue(heap: PickleHeap, root: number): PickleValue {
  const known = new Map<number, PickleValue>();
  const read = (handle: number): PickleValue => {
    const integer = heap.integerOf(handle);
    if (integer !== undefined) return BigInt(integer);
    const plain = heap.floatOf(handle) ?? heap.textOf(handle) ?? heap.constantOf(handle);
    if (plain !== undefined) return plain;
    const before = known.get(handle);
    if (before !== undefined) return before;
    const items = heap.items(handle);
    if ((handle & KIND_MASK) !== KIND.dict) {
      const list: PickleValue[] = [];
      known.set(handle, list);
      for (const item of items) list.push(read(item));
      return list;
    }
    const map = new Map<PickleValue, PickleValue>();
    known.set(handle, map);
    for (let i = 0; i < items.length; i += 2) map.set(read(items[i]), read(items[i + 1]));
    return map;
  };
  return read(root);
}
