import { AddressMap } from '@rl-insight/memory-contract';
import type { ScopeContext } from './thread-scopes.js';

const TWO_32 = 4_294_967_296;
const LEAST_SLOTS = 1024;

/**
 * Live blocks by number. What is known of a block lies in a slot, which the next one takes when it is
 * gone: an object for each would cost more than all that is worked out of it.
 */
export class TrackedBlocks<Owner> {
  readonly #slotOf = new AddressMap();
  readonly #free: number[] = [];
  readonly #owners: (Owner | undefined)[] = [];
  readonly #contexts: (ScopeContext | undefined)[] = [];
  #bytes = new Float64Array(LEAST_SLOTS);

  /** Adds a block. The slot of the one that was live under its number, which is live no more; or −1. */
  add(block: number, bytes: number, owner: Owner, context: ScopeContext | undefined): number {
    const slot = this.#free.pop() ?? this.#owners.length;
    if (slot === this.#bytes.length) this.#grow();
    this.#bytes[slot] = bytes;
    this.#owners[slot] = owner;
    this.#contexts[slot] = context;
    const before = this.#slotOf.set(block >>> 0, Math.floor(block / TWO_32), slot);
    if (before >= 0) this.#free.push(before);
    return before;
  }

  /** The slot of a block that is live no more, to be read before the next is added; −1 for others. */
  take(block: number): number {
    const slot = this.#slotOf.take(block >>> 0, Math.floor(block / TWO_32));
    if (slot >= 0) this.#free.push(slot);
    return slot;
  }

  bytes(slot: number): number {
    return this.#bytes[slot];
  }

  owner(slot: number): Owner {
    return this.#owners[slot] as Owner;
  }

  context(slot: number): ScopeContext | undefined {
    return this.#contexts[slot];
  }

  #grow(): void {
    const larger = new Float64Array(this.#bytes.length * 2);
    larger.set(this.#bytes);
    this.#bytes = larger;
  }
}
