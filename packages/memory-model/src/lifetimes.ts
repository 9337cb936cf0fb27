/** Lifetimes are told apart by powers of ten, in ns: from 10 µs to 10 s. */
const LIMITS_NS = [1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10];

/** The limits as a person writes them, shortest first. */
export const LIFETIME_LIMITS: readonly string[] = [
  '10 µs',
  '100 µs',
  '1 ms',
  '10 ms',
  '100 ms',
  '1 s',
  '10 s',
];

/**
 * The place in {@link LIFETIME_LIMITS} of the first limit that a lifetime stays under; their number
 * when it stays under none.
 *
 * @param heldNs not NaN
 */
export function lifetimePlace(heldNs: number): number {
  const place = LIMITS_NS.findIndex((limit) => heldNs < limit);
  return place < 0 ? LIMITS_NS.length : place;
}
