import type { Group } from '../data/group.js';
import type { ViewState } from '../view/view-state.js';
import { Colouring, DIMMED, largestKeys, OTHERS } from './colouring.js';
import { groupingOf } from './groupings.js';

/** What allocations are coloured by, and which of them are dimmed; of those that are loaded. */
export class ColourChoice {
  readonly #group: Group;
  readonly #view: ViewState;
  readonly #listeners: (() => void)[] = [];
  #colouring: Colouring;
  #places: Uint8Array;
  /** Whether an allocation is looked for; undefined where all are. */
  #isFound: ((row: number) => boolean) | undefined;

  constructor(group: Group, view: ViewState) {
    this.#group = group;
    this.#view = view;
    this.#colouring = new Colouring(groupingOf(group, view.choices.colour), []);
    this.#places = new Uint8Array(group.store.rows).fill(OTHERS);
    view.on('colour', () => this.update());
  }

  /** Place of each row's colour. */
  get places(): Uint8Array {
    return this.#places;
  }

  get colouring(): Colouring {
    return this.#colouring;
  }

  onChange(listener: () => void): void {
    this.#listeners.push(listener);
  }

  /** Takes what is loaded by now. */
  update(): void {
    const { store } = this.#group;
    const grouping = groupingOf(this.#group, this.#view.choices.colour);
    this.#colouring = new Colouring(grouping, largestKeys(store, grouping));
    this.#paint();
  }

  /** Dims what is not looked for; nothing when it is undefined. */
  find(isFound: ((row: number) => boolean) | undefined): void {
    if (this.#isFound === undefined && isFound === undefined) return;
    this.#isFound = isFound;
    this.#paint();
  }

  /** Whether some allocations are dimmed because others are looked for. */
  get isSearching(): boolean {
    return this.#isFound !== undefined;
  }

  textOf(place: number): string {
    return this.#colouring.textOf(place);
  }

  #paint(): void {
    const { store } = this.#group;
    const places = this.#colouring.places(store);
    const isFound = this.#isFound;
    if (isFound !== undefined) {
      for (let row = 0; row < store.rows; row++) if (!isFound(row)) places[row] = DIMMED;
    }
    this.#places = places;
    for (const listener of this.#listeners) listener();
  }
}
