import type { WindowEntry } from '../../src/page-data/format.js';
import type { Group } from './group.js';
import type { WindowFiles } from './window-files.js';

/** A range of time, ns after the run's origin. */
export interface TimeRange {
  readonly left: number;
  readonly right: number;
}

/** Which windows of a group are loaded, and the loading of more. */
export class Windows {
  readonly own: number;
  readonly #group: Group;
  readonly #files: WindowFiles;
  readonly #ready = new Map<number, Promise<void>>();
  readonly #loaded = new Set<number>();
  readonly #listeners: ((window: number) => void)[] = [];

  constructor(group: Group, files: WindowFiles, own: number) {
    this.#group = group;
    this.#files = files;
    this.own = own;
  }

  get entries(): readonly WindowEntry[] {
    return this.#group.data.windows;
  }

  get ownRange(): TimeRange {
    const { startNs, endNs } = this.entries[this.own];
    // A range of no length shows nothing.
    return { left: startNs, right: Math.max(endNs, startNs + 1) };
  }

  /** Windows that hold what a range touches: a window's data includes both of its ends. */
  reachedBy({ left, right }: TimeRange): number[] {
    const inside = this.entries.flatMap(({ startNs, endNs }, window) =>
      startNs < right && endNs > left ? [window] : [],
    );
    if (inside.length > 0) return inside;
    const touched = this.entries.findIndex(
      ({ startNs, endNs }) => startNs <= right && endNs >= left,
    );
    return touched < 0 ? [] : [touched];
  }

  /** The window that an allocation begins in. */
  holding(row: number): number {
    return this.entries.findLastIndex(({ first, count }) => count > 0 && first <= row);
  }

  isLoaded(window: number): boolean {
    return this.#loaded.has(window);
  }

  /** Whether all that a range touches is loaded. */
  covers(range: TimeRange): boolean {
    return this.reachedBy(range).every((window) => this.#loaded.has(window));
  }

  onLoaded(listener: (window: number) => void): void {
    this.#listeners.push(listener);
  }

  /** Loads what a range touches. */
  async ensure(range: TimeRange): Promise<void> {
    await Promise.all(this.reachedBy(range).map((window) => this.load(window)));
  }

  load(window: number): Promise<void> {
    const known = this.#ready.get(window);
    if (known !== undefined) return known;
    const loading = this.#load(window);
    this.#ready.set(window, loading);
    loading.catch(() => this.#ready.delete(window));
    return loading;
  }

  async #load(window: number): Promise<void> {
    const data = await this.#files.request(window, window === this.own);
    await this.#group.addWindow(data);
    this.#loaded.add(window);
    for (const listener of this.#listeners) listener(window);
  }
}
