import { element } from '../dom/element.js';
import { formatCount } from '../format/count.js';
import { t } from '../text/text.js';
import { finder } from './find.js';
import type { OverviewModel } from './model.js';

/** Finds groups as one types. */
export class FindField {
  readonly node: HTMLElement;
  readonly #model: OverviewModel;
  readonly #input: HTMLInputElement;
  readonly #count = element('span', {
    class: 'status',
    testId: 'find-count',
    attributes: { role: 'status' },
  });
  readonly #onFound: (groups: ReadonlySet<number>) => void;

  constructor(model: OverviewModel, onFound: (groups: ReadonlySet<number>) => void) {
    this.#model = model;
    this.#onFound = onFound;
    this.#input = element('input', {
      testId: 'find',
      attributes: { type: 'search', placeholder: t('findPlaceholder') },
    });
    this.#input.addEventListener('input', () => this.#find());
    this.#input.addEventListener('keydown', ({ key }) => {
      if (key !== 'Escape') return;
      this.#input.value = '';
      this.#find();
    });
    this.node = element('div', { class: 'find' }, [
      element('label', {}, [t('findLabel'), this.#input]),
      this.#count,
    ]);
    this.#say(model.groups.length);
  }

  focus(): void {
    this.#input.focus();
    this.#input.select();
  }

  #find(): void {
    const isFound = finder(this.#input.value);
    const { groups } = this.#model;
    const found = new Set(groups.flatMap((group, i) => (isFound(group) ? [i] : [])));
    this.#say(found.size);
    this.#onFound(found);
  }

  #say(count: number): void {
    const all = formatCount(this.#model.groups.length);
    this.#count.textContent =
      count === 0
        ? t('findNothing', { query: this.#input.value.trim() })
        : t('findCount', { count: formatCount(count), all });
  }
}
