import type { Group } from '../data/group.js';
import type { Windows } from '../data/windows.js';
import type { Lane } from './lane.js';

/**
 * The lanes of a group: one for each operator, largest bytes × time first. They are of the windows
 * that were loaded when they were built; {@link update} builds them anew, beside the page.
 */
export class Lanes {
  readonly #group: Group;
  readonly #windows: Windows;
  /** Place of each operator's lane. */
  readonly #order: Map<number, number>;
  #list: readonly Lane[] = [];
  #built = new Set<number>();
  #building: Promise<void> | undefined;

  constructor(group: Group, windows: Windows) {
    this.#group = group;
    this.#windows = windows;
    this.#order = new Map(group.data.lanes.map(({ name }, place) => [name, place]));
  }

  get list(): readonly Lane[] {
    return this.#list;
  }

  /** Whether all that a range touches is in the lanes. */
  cover(windows: readonly number[]): boolean {
    return windows.every((window) => this.#built.has(window));
  }

  /** Resolves when all windows are in the lanes that are loaded now. */
  async update(): Promise<void> {
    while (this.#isStale) {
      this.#building ??= this.#build();
      await this.#building;
    }
  }

  get #isStale(): boolean {
    return this.#windows.loaded.some((window) => !this.#built.has(window));
  }

  async #build(): Promise<void> {
    const loaded = this.#windows.loaded;
    try {
      const { lanes } = await this.#group.buildLanes();
      const place = (name: number) => this.#order.get(name) ?? this.#order.size;
      this.#list = lanes
        .map((lane) => ({ ...lane, title: this.#group.nameOf(lane.name) }))
        .sort((a, b) => place(a.name) - place(b.name) || b.bytes - a.bytes || a.name - b.name);
      this.#built = new Set(loaded);
    } finally {
      this.#building = undefined;
    }
  }

  /** The place of an allocation's lane in the list; −1 where it is not loaded. */
  placeOf(allocation: number): number {
    const name = this.#group.store.name[allocation];
    return this.#list.findIndex((lane) => lane.name === name);
  }
}
