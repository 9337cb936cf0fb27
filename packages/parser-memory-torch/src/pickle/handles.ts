/**
 * Values of a pickle as numbers: a kind in the lowest four bits, and above it what tells the value
 * (a small integer itself, else a place in a table). There are tens of millions of values in a large
 * snapshot, and an object for each would cost more than reading it.
 */
export const KIND = {
  /** Not a value: what untouched memory holds. */
  nothing: 0,
  /** None, False, True. */
  constant: 1,
  /** An integer of up to 28 bits. */
  small: 2,
  /** On the stack only: an integer of 64 bits with a sign, in the halves beside the handle. */
  int: 3,
  /** On the stack only: the same from 2^63 to 2^64 - 1. */
  uint: 4,
  /** Place in the heap's numbers. */
  number: 5,
  /** Place in the table of texts. */
  text: 6,
  list: 7,
  dict: 8,
  tuple: 9,
} as const;

export const KIND_BITS = 4;
export const KIND_MASK = 15;
/** Places that a handle has room for. */
export const MOST_PLACES = 1 << (31 - KIND_BITS);

export const NONE = KIND.constant;
export const FALSE = (1 << KIND_BITS) | KIND.constant;
export const TRUE = (2 << KIND_BITS) | KIND.constant;

export function handleOf(kind: number, place: number): number {
  return (place << KIND_BITS) | kind;
}
