import type { Group } from '../data/group.js';
import { overlapping } from '../data/touching.js';
import type { Windows } from '../data/windows.js';
import { button, element } from '../dom/element.js';
import { formatBytes } from '../format/bytes.js';
import { formatCount } from '../format/count.js';
import { axisText } from '../format/time.js';
import { t } from '../text/text.js';

/** Links that are shown at first, and with each asking for more. */
const PAGE_SIZE = 100;

/**
 * The allocations of the same operator that overlap one. Those of windows that are not loaded are
 * looked for; how many there are is known from the begin.
 */
export class OverlapsSection {
  readonly node: HTMLElement;
  readonly #group: Group;
  readonly #windows: Windows;
  readonly #row: number;
  readonly #open: (row: number) => void;
  readonly #state = element('p', { class: 'note', attributes: { role: 'status' } });
  readonly #list = element('ul', { class: 'overlap-list' });
  #shown = PAGE_SIZE;

  constructor(group: Group, windows: Windows, row: number, open: (row: number) => void) {
    this.#group = group;
    this.#windows = windows;
    this.#row = row;
    this.#open = open;
    const count = formatCount(group.store.overlaps[row]);
    this.node = element('section', { class: 'panel-part overlaps' }, [
      element('div', { class: 'part-heading' }, [
        element('h3', { text: t('overlapHeading', { count }) }),
      ]),
      this.#state,
      this.#list,
    ]);
    this.#fill();
    void this.#complete();
  }

  async #complete(): Promise<void> {
    const { startNs, endNs, overlaps } = this.#group.store;
    if (overlaps[this.#row] === 0) return;
    const range = { left: startNs[this.#row], right: endNs[this.#row] };
    const missing = this.#windows.reachedBy(range).filter((w) => !this.#windows.isLoaded(w));
    if (missing.length === 0) return;
    const segments = missing.length === 1 ? `${missing[0]}` : `${missing[0]}–${missing.at(-1)}`;
    this.#say(t('overlapLoading', { segments }));
    try {
      await this.#windows.ensure(range);
      this.#fill();
    } catch {
      this.#fill();
      this.#say(t('overlapFailed'));
    }
  }

  #say(text: string): void {
    this.#state.textContent = text;
  }

  #fill(): void {
    const { store } = this.#group;
    const count = store.overlaps[this.#row];
    const found = count === 0 ? [] : overlapping(store, this.#row);
    const items = found.slice(0, this.#shown).map((other) => this.#item(other));
    this.#list.replaceChildren(...items);
    const listed = { listed: formatCount(items.length), count: formatCount(count) };
    this.#say(items.length === count ? '' : t('overlapListed', listed));
    const more = Math.min(PAGE_SIZE, found.length - items.length);
    if (more <= 0) return;
    const show = button(t('overlapMore', { count: formatCount(more) }), () => {
      this.#shown += PAGE_SIZE;
      this.#fill();
    });
    this.#list.append(element('li', {}, [show]));
  }

  #item(row: number): HTMLElement {
    const { store } = this.#group;
    const text = t(store.isReleased(row) ? 'overlapItem' : 'overlapItemOpen', {
      size: formatBytes(store.bytes[row]),
      start: axisText(store.startNs[row]),
      end: axisText(store.endNs[row]),
    });
    return element('li', {}, [button(text, () => this.#open(row), { class: 'link' })]);
  }
}
