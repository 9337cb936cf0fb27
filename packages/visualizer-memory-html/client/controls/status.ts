import type { Group } from '../data/group.js';
import type { Windows } from '../data/windows.js';
import { element } from '../dom/element.js';
import { formatCount } from '../format/count.js';
import { t } from '../text/text.js';
import type { Frames } from '../view/frames.js';
import type { ViewState } from '../view/view-state.js';

/** How many allocations are in view, or that more are being loaded. */
export class Status {
  readonly node = element('span', { class: 'status', testId: 'status' });
  readonly #group: Group;
  readonly #windows: Windows;
  readonly #view: ViewState;
  readonly #frames: Frames;

  constructor(group: Group, windows: Windows, view: ViewState, frames: Frames) {
    this.#group = group;
    this.#windows = windows;
    this.#view = view;
    this.#frames = frames;
    view.on('range', () => this.changed());
    this.changed();
  }

  changed(): void {
    this.#frames.request(this.#write);
  }

  readonly #write = (): void => {
    const { range } = this.#view;
    const missing = this.#windows.reachedBy(range).filter((w) => !this.#windows.isLoaded(w));
    const text =
      missing.length > 0
        ? t('loading', { segments: missing.join(', ') })
        : t('inView', {
            count: formatCount(this.#group.touching(range.left, range.right)),
            rows: formatCount(this.#group.data.rows),
          });
    if (this.node.textContent !== text) this.node.textContent = text;
  };
}
