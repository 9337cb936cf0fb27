import type { ViewState } from '../view/view-state.js';

/** No longer than this after a click a second one makes it a double-click. */
const DOUBLE_CLICK_MS = 240;

/**
 * Opening the panel moves what is below the charts: when it is closed, a click waits until it is
 * known to be no half of a double-click. With the panel open it does not.
 */
export class DelayedPick {
  readonly #view: ViewState;
  readonly #open: (row: number) => void;
  #timer = 0;

  constructor(view: ViewState, open: (row: number) => void) {
    this.#view = view;
    this.#open = open;
    document.addEventListener('dblclick', () => window.clearTimeout(this.#timer));
  }

  readonly pick = (row: number): void => {
    window.clearTimeout(this.#timer);
    if (this.#view.selected !== undefined) this.#open(row);
    else this.#timer = window.setTimeout(() => this.#open(row), DOUBLE_CLICK_MS);
  };
}
