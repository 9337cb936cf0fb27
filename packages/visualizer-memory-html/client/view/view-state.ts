import type { TimeRange } from '../data/windows.js';

type Listener = () => void;

/** What of the view can change. */
export type ViewAspect = 'range' | 'selection' | 'cursor';

/**
 * What is in view, shared by all parts of the page: the range of time, the selected allocation and
 * the moment under the pointer. Times are ns after the run's origin; a range has whole ones.
 */
export class ViewState {
  #range: TimeRange;
  #selected: number | undefined;
  #cursorNs: number | undefined;
  readonly #listeners: Record<ViewAspect, Listener[]> = { range: [], selection: [], cursor: [] };

  constructor(range: TimeRange) {
    this.#range = range;
  }

  get range(): TimeRange {
    return this.#range;
  }

  /** Sets the range, which becomes at least 1 ns long. */
  setRange({ left, right }: TimeRange): void {
    const from = Math.round(left);
    const to = Math.max(from + 1, Math.round(right));
    if (from === this.#range.left && to === this.#range.right) return;
    this.#range = { left: from, right: to };
    this.#tell('range');
  }

  /** Number of the allocation whose panel is open. */
  get selected(): number | undefined {
    return this.#selected;
  }

  select(row: number | undefined): void {
    if (row === this.#selected) return;
    this.#selected = row;
    this.#tell('selection');
  }

  /** The moment under the pointer; undefined where it is not over a chart. */
  get cursorNs(): number | undefined {
    return this.#cursorNs;
  }

  setCursor(ns: number | undefined): void {
    if (ns === this.#cursorNs) return;
    this.#cursorNs = ns;
    this.#tell('cursor');
  }

  on(aspect: ViewAspect, listener: Listener): void {
    this.#listeners[aspect].push(listener);
  }

  #tell(aspect: ViewAspect): void {
    for (const listener of this.#listeners[aspect]) listener();
  }
}
