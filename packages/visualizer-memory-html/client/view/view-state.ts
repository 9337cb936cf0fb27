import type { TimeRange } from '../data/windows.js';
import { type Choices, FIRST_CHOICES } from './choices.js';

type Listener = () => void;

/** What of the view can change. */
export type ViewAspect = 'range' | 'selection' | 'cursor' | keyof Choices;

/**
 * What is in view, shared by all parts of the page: the range of time, the selected allocation, the
 * moment under the pointer, and what the reader has chosen. Times are ns after the run's origin; a
 * range has whole ones.
 */
export class ViewState {
  #range: TimeRange;
  #choices: Choices;
  #selected: number | undefined;
  #cursorNs: number | undefined;
  readonly #listeners = new Map<ViewAspect, Listener[]>();

  constructor(range: TimeRange, choices: Partial<Choices> = {}) {
    this.#range = range;
    this.#choices = { ...FIRST_CHOICES, ...choices };
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

  get choices(): Choices {
    return this.#choices;
  }

  choose(choices: Partial<Choices>): void {
    const before = this.#choices;
    this.#choices = { ...before, ...choices };
    for (const aspect of Object.keys(choices) as (keyof Choices)[]) {
      if (this.#choices[aspect] !== before[aspect]) this.#tell(aspect);
    }
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
    const listeners = this.#listeners.get(aspect) ?? [];
    this.#listeners.set(aspect, [...listeners, listener]);
  }

  #tell(aspect: ViewAspect): void {
    for (const listener of this.#listeners.get(aspect) ?? []) listener();
  }
}
