import { UNKNOWN_NAME } from '@rl-insight/memory-contract/contracts';
import type { Group } from '../data/group.js';
import type { TimeRange } from '../data/windows.js';
import { type Lane, laneOf } from './lane.js';

/**
 * The lanes of a group: one for each operator. Their order stays as it is once they are known:
 * largest bytes × time in the page's own window first; operators of other windows follow as these
 * are loaded.
 */
export class Lanes {
  readonly #group: Group;
  readonly #own: TimeRange;
  readonly #order: number[] = [];
  #lanes: readonly Lane[] = [];
  #stale = true;

  constructor(group: Group, own: TimeRange) {
    this.#group = group;
    this.#own = own;
  }

  /** More allocations have been loaded. */
  invalidate(): void {
    this.#stale = true;
  }

  get list(): readonly Lane[] {
    if (this.#stale) this.#build();
    return this.#lanes;
  }

  /** The place of an allocation's lane in the list; −1 where it is not loaded. */
  placeOf(allocation: number): number {
    const name = this.#group.store.name[allocation];
    return this.list.findIndex((lane) => lane.name === name);
  }

  #build(): void {
    this.#stale = false;
    const { store, data } = this.#group;
    const byName = new Map<number, number[]>();
    for (const row of store.loadedRows()) {
      const rows = byName.get(store.name[row]);
      if (rows === undefined) byName.set(store.name[row], [row]);
      else rows.push(row);
    }
    for (const rows of byName.values()) {
      const inOrder = rows.every(
        (row, i) => i === 0 || store.startNs[rows[i - 1]] <= store.startNs[row],
      );
      if (!inOrder) rows.sort((a, b) => store.startNs[a] - store.startNs[b] || a - b);
    }
    const known = new Set(this.#order);
    const fresh = [...byName].filter(([name]) => !known.has(name));
    const weights = new Map(fresh.map(([name, rows]) => [name, this.#weight(rows)]));
    fresh.sort(([a], [b]) => (weights.get(b) ?? 0) - (weights.get(a) ?? 0) || a - b);
    this.#order.push(...fresh.map(([name]) => name));
    this.#lanes = this.#order.map((name) => {
      const title = data.texts.names[name - 1] ?? UNKNOWN_NAME;
      return laneOf(store, name, title, byName.get(name) ?? []);
    });
  }

  /** Bytes × time in the page's own window. */
  #weight(rows: readonly number[]): number {
    const { startNs, endNs, bytes } = this.#group.store;
    let sum = 0;
    for (const row of rows) {
      const from = Math.max(startNs[row], this.#own.left);
      const to = Math.min(endNs[row], this.#own.right);
      if (to > from) sum += bytes[row] * (to - from);
    }
    return sum;
  }
}
