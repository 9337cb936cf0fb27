import type { TimeRange } from '../data/windows.js';
import { viewHash } from '../view/view-hash.js';
import type { ViewState } from '../view/view-state.js';

/** How long the view has to rest until the address says it. */
const REST_MS = 250;

/** Keeps the view in the page's address, so that a link opens the same view. */
export class Address {
  readonly #view: ViewState;
  readonly #extent: TimeRange;
  #rest = 0;

  constructor(view: ViewState, extent: TimeRange) {
    this.#view = view;
    this.#extent = extent;
    const aspects = [
      'range',
      'selection',
      'moment',
      'holders',
      'chart',
      'colour',
      'search',
      'drawer',
      'scope',
      'failure',
      'segments',
      'steps',
    ] as const;
    for (const aspect of aspects) view.on(aspect, () => this.#later());
  }

  #later(): void {
    window.clearTimeout(this.#rest);
    this.#rest = window.setTimeout(() => this.#write(), REST_MS);
  }

  #write(): void {
    const { range, choices, selected } = this.#view;
    const isWhole = range.left === this.#extent.left && range.right === this.#extent.right;
    const hash = viewHash(isWhole ? undefined : range, choices, selected);
    if (hash === location.hash) return;
    history.replaceState(null, '', hash === '' ? location.pathname + location.search : hash);
  }
}
