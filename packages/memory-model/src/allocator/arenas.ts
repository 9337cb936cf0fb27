import type { AddressView, Segments } from '@rl-insight/memory-contract';
import type { Arena } from './history.js';

const TWO_32 = 4294967296;
/**
 * Between arenas there is as much room as between their addresses, up to more than any block has: one
 * that reaches beyond its arena does not get into the next.
 */
const MOST_GAP = 2 ** 40;

/** Where segments ever were, without the gaps between them. */
export class Arenas {
  readonly #address: bigint[] = [];
  readonly #position: number[] = [];
  readonly #bytes: number[] = [];
  readonly #low: number[] = [];
  readonly #high: number[] = [];

  constructor(segments: Segments) {
    let position = 0;
    let end = 0n;
    for (const { from, to } of unions(segments)) {
      const gap = Number(from - end);
      if (end > 0n) position += Math.min(gap, MOST_GAP);
      this.#position.push(position);
      position += Number(to - from);
      end = to;
      this.#address.push(from);
      this.#bytes.push(Number(to - from));
      this.#low.push(Number(from & 0xffffffffn));
      this.#high.push(Number(from >> 32n));
    }
  }

  /** The arena that an address lies in; −1 where there is none. O(log n). */
  find(addresses: AddressView, row: number): number {
    let low = 0;
    let end = this.#address.length;
    while (low < end) {
      const middle = (low + end) >>> 1;
      if (this.#offset(addresses, row, middle) >= 0) low = middle + 1;
      else end = middle;
    }
    const arena = low - 1;
    return arena >= 0 && this.#offset(addresses, row, arena) < this.#bytes[arena] ? arena : -1;
  }

  /** The place of an address of an arena among all arenas, see {@link Arena.position}. */
  positionOf(addresses: AddressView, row: number, arena: number): number {
    return this.#position[arena] + this.#offset(addresses, row, arena);
  }

  list(isJoined: readonly boolean[]): Arena[] {
    return this.#address.map((address, i) => ({
      address,
      bytes: this.#bytes[i],
      position: this.#position[i],
      isJoined: isJoined[i] ?? false,
    }));
  }

  /** Exact where it matters: what is further than 2^53 away is in another arena anyhow. */
  #offset(addresses: AddressView, row: number, arena: number): number {
    const high = addresses.high(row) - this.#high[arena];
    return high * TWO_32 + (addresses.low(row) - this.#low[arena]);
  }
}

interface AddressRange {
  readonly from: bigint;
  readonly to: bigint;
}

/** Ranges that touch or overlap are one. */
function unions({ rows, address, sizeBytes }: Segments): AddressRange[] {
  const ranges: AddressRange[] = [];
  for (let row = 0; row < rows; row++) {
    if (!address.has(row) || !(sizeBytes[row] > 0)) continue;
    const from = address.at(row);
    ranges.push({ from, to: from + BigInt(sizeBytes[row]) });
  }
  ranges.sort((a, b) => (a.from < b.from ? -1 : a.from > b.from ? 1 : 0));
  const found: AddressRange[] = [];
  for (const range of ranges) {
    const last = found.at(-1);
    if (last === undefined || range.from > last.to) found.push(range);
    else if (range.to > last.to) found[found.length - 1] = { from: last.from, to: range.to };
  }
  return found;
}
