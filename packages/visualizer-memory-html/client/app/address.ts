import { momentOn, rangeOn } from '../data/event-axis.js';
import type { Group } from '../data/group.js';
import { viewHash } from '../view/view-hash.js';
import type { ViewState } from '../view/view-state.js';

/** How long the view has to rest until the address says it. */
const REST_MS = 250;

/** Keeps the view in the page's address, so that a link opens the same view. */
export class Address {
  readonly #view: ViewState;
  readonly #group: Group;
  #rest = 0;

  constructor(view: ViewState, group: Group) {
    this.#view = view;
    this.#group = group;
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
    view.on('axis', () => {
      // All that was drawn is of the axis from before: the page opens anew.
      this.#write();
      location.reload();
    });
  }

  #later(): void {
    window.clearTimeout(this.#rest);
    this.#rest = window.setTimeout(() => this.#write(), REST_MS);
  }

  #write(): void {
    const { range, choices, selected } = this.#view;
    const { extent, timeNs } = this.#group;
    const isWhole = range.left === extent.left && range.right === extent.right;
    const hash = viewHash(
      isWhole ? undefined : rangeOn({ at: timeNs }, range),
      { ...choices, moment: momentOn({ at: timeNs }, choices.moment) },
      selected,
    );
    if (hash === location.hash) return;
    history.replaceState(null, '', hash === '' ? location.pathname + location.search : hash);
  }
}
