import { detailFile } from '../../src/page-data/files.js';
import type { WindowEntry } from '../../src/page-data/format.js';
import { t } from '../text/text.js';
import type { DataFiles } from './data-files.js';
import type { Group } from './group.js';

/** A range of time, ns after the run's origin. */
export interface TimeRange {
  readonly left: number;
  readonly right: number;
}

/** Which windows of a group are loaded, and the loading of more. */
export class Windows {
  readonly own: number;
  readonly #group: Group;
  readonly #files: DataFiles;
  /** Folder of what pages share, from the page. */
  readonly #assets: string;
  readonly #ready = new Map<number, Promise<void>>();
  readonly #loaded = new Set<number>();
  readonly #listeners: ((window: number) => void)[] = [];
  readonly #complain: (text: string) => void;
  #spanning: Promise<void> | undefined;

  /** @param complain is told of what is missing without being asked for by itself */
  constructor(
    group: Group,
    files: DataFiles,
    own: number,
    assets: string,
    complain: (text: string) => void,
  ) {
    this.#group = group;
    this.#files = files;
    this.own = own;
    this.#assets = assets;
    this.#complain = complain;
  }

  get entries(): readonly WindowEntry[] {
    return this.#group.data.windows;
  }

  /** The range of a window. */
  rangeOf(window: number): TimeRange {
    const { startNs, endNs } = this.entries[window];
    // A range of no length shows nothing.
    return { left: startNs, right: Math.max(endNs, startNs + 1) };
  }

  get ownRange(): TimeRange {
    return this.rangeOf(this.own);
  }

  /** Windows that hold what a range touches. */
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

  get allLoaded(): boolean {
    return this.#loaded.size === this.entries.length;
  }

  get loaded(): readonly number[] {
    return [...this.#loaded];
  }

  /** Windows of a range that are not loaded. */
  missingIn(range: TimeRange): number[] {
    return this.reachedBy(range).filter((window) => !this.#loaded.has(window));
  }

  /** Whether all that a range touches is loaded. */
  covers(range: TimeRange): boolean {
    return this.allLoaded || this.missingIn(range).length === 0;
  }

  onLoaded(listener: (window: number) => void): void {
    this.#listeners.push(listener);
  }

  /** Loads what a range touches. */
  async ensure(range: TimeRange): Promise<void> {
    if (this.allLoaded) return;
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
    try {
      const [data] = await Promise.all([this.#files.window(window), this.#loadSpanning()]);
      await this.#group.addWindow(data);
    } catch (cause) {
      const text = t('loadFailed', { segment: window, file: detailFile(window) });
      throw new Error(text, { cause });
    }
    this.#loaded.add(window);
    for (const listener of this.#listeners) listener(window);
  }

  /** What is in several windows is loaded with the first of them; without it, the rest is shown. */
  #loadSpanning(): Promise<void> {
    const { spanning } = this.#group.data;
    if (spanning === null) return Promise.resolve();
    this.#spanning ??= (async () => {
      const file = `${this.#assets}/${spanning.file}`;
      try {
        await this.#group.addSpanning(await this.#files.part('spanning', file));
      } catch {
        this.#complain(t('spanningFailed', { file }));
      }
    })();
    return this.#spanning;
  }
}
