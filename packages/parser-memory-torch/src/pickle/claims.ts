import type { PickleStack } from './stack.js';

/**
 * Takes lists and dicts as they are filled, so that no object is made of them. A claim is a number,
 * from 0, that stands for the list or dict from then on; −1 leaves the items to the heap.
 */
export interface Claims {
  /** Offers the items of a dict that was empty: keys and values in turn, from `from` up to `to`. */
  dict(stack: PickleStack, from: number, to: number): number;
  /**
   * Offers items that are appended to a list.
   *
   * @param claim of the list until now; −1 where it is empty
   */
  list(stack: PickleStack, from: number, to: number, claim: number): number;
  /** The items of a list that was claimed, as handles: it gets others that were not. */
  itemsOf(claim: number): number[];
}

/** Claims nothing: all is kept as it is in the pickle. */
export const NO_CLAIMS: Claims = {
  dict: () => -1,
  list: () => -1,
  itemsOf: () => [],
};
