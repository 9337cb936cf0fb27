import type { AllocationStore } from '../data/allocation-store.js';
import type { Theme } from '../style/theme.js';
import { t } from '../text/text.js';
import type { Grouping } from './groupings.js';

/** Colours that groups get; those that are left share one more. */
export const PALETTE = 12;
/** Places beyond the palette: of all other groups, and of what is not looked for. */
export const OTHERS = PALETTE;
export const DIMMED = PALETTE + 1;
export const PLACES = PALETTE + 2;

/** Gives colours of the palette to the largest groups; those that are left share one more. */
export class Colouring {
  readonly grouping: Grouping;
  /** Keys that have colours, the largest first. */
  readonly keys: readonly number[];
  readonly #places = new Map<number, number>();

  constructor(grouping: Grouping, keys: readonly number[]) {
    this.grouping = grouping;
    this.keys = keys;
    keys.forEach((key, place) => {
      this.#places.set(key, place);
    });
  }

  /** Place of a row's colour in the palette; {@link OTHERS} for one without. */
  placeOf(row: number): number {
    return this.#places.get(this.grouping.keyOf(row)) ?? OTHERS;
  }

  /** {@link placeOf} each row that is loaded. */
  places(store: AllocationStore): Uint8Array {
    const places = new Uint8Array(store.rows).fill(OTHERS);
    for (let row = 0; row < store.rows; row++) {
      if (store.has(row)) places[row] = this.placeOf(row);
    }
    return places;
  }

  textOf(place: number): string {
    return place === OTHERS ? t('allOthers') : this.grouping.textOf(this.keys[place]);
  }
}

/** The keys that hold most bytes × time of what is loaded, the largest first. */
export function largestKeys(store: AllocationStore, grouping: Grouping, most = PALETTE): number[] {
  const weights = new Map<number, number>();
  for (let row = 0; row < store.rows; row++) {
    if (!store.has(row)) continue;
    const key = grouping.keyOf(row);
    const weight = store.bytes[row] * (store.liveEndNs[row] - store.startNs[row]);
    weights.set(key, (weights.get(key) ?? 0) + weight);
  }
  return [...weights]
    .sort(([a, x], [b, y]) => y - x || a - b)
    .slice(0, most)
    .map(([key]) => key);
}

/** The colour at a place of the palette. */
export function paletteColour(theme: Theme, place: number): string {
  if (place === DIMMED) return theme.dimmedBlocks;
  return place === OTHERS ? theme.otherBlocks : theme.palette[place];
}
