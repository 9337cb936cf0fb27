import type { Measured } from '../../measure/contenders.js';

/** Sums of doubles differ in their last digits. */
const CLOSE = 1e-9;

/**
 * Contenders that are compared must have read the same.
 *
 * @throws an error that names the fact in which they differ.
 */
export function requireSameFacts(measured: readonly Measured[], facts: readonly string[]): void {
  const [first, ...others] = measured;
  for (const other of others) {
    for (const fact of facts) {
      const [expected, found] = [first.facts[fact], other.facts[fact]];
      if (!(Math.abs(expected - found) <= Math.abs(expected) * CLOSE)) {
        throw new Error(`${first.name} and ${other.name} differ in ${fact}: ${expected}, ${found}`);
      }
    }
  }
}
