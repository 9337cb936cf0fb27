import type { Group } from '../data/group.js';
import { element } from '../dom/element.js';
import { axisText, parseAxis } from '../format/time.js';
import { t } from '../text/text.js';
import type { RangeControl } from '../view/range-control.js';
import type { ViewState } from '../view/view-state.js';
import { axisChoice } from './axis-choice.js';

/** The edges of the range as exact milliseconds, to read and to type. */
export class RangeFields {
  readonly node: HTMLElement;
  readonly #view: ViewState;
  readonly #control: RangeControl;
  readonly #left = field('range-left', t('rangeLeft'));
  readonly #right = field('range-right', t('rangeRight'));
  readonly #error = element('span', { class: 'field-error', attributes: { role: 'alert' } });

  constructor(group: Group, view: ViewState, control: RangeControl) {
    this.#view = view;
    this.#control = control;
    this.node = element('div', { class: 'range-fields' }, [
      element('label', {}, [t('rangeLeft'), this.#left]),
      element('label', {}, [t('rangeRight'), this.#right]),
      axisChoice(group, view) ?? t('rangeUnit'),
      this.#error,
    ]);
    for (const input of [this.#left, this.#right]) {
      input.addEventListener('keydown', (event) => this.#key(event));
      input.addEventListener('input', () => input.classList.add('edited'));
    }
    view.on('range', () => this.#read());
    this.#read();
  }

  #key(event: KeyboardEvent): void {
    if (event.key === 'Enter') this.#take();
    else if (event.key === 'Escape') {
      event.preventDefault();
      this.#read();
    }
  }

  /** Shows the range that is in view. */
  #read(): void {
    const { left, right } = this.#view.range;
    for (const [input, ns] of [
      [this.#left, left],
      [this.#right, right],
    ] as const) {
      input.value = axisText(ns);
      if (input.classList.contains('edited')) input.classList.remove('edited');
      input.removeAttribute('aria-invalid');
    }
    if (this.#error.textContent !== '') this.#error.textContent = '';
  }

  /** Shows the range that was typed; a field that was not edited keeps its moment. */
  #take(): void {
    const { range } = this.#view;
    const left = this.#value(this.#left, range.left);
    const right = this.#value(this.#right, range.right);
    if (left === undefined || right === undefined) {
      this.#error.textContent = t('rangeNotNumber');
      return;
    }
    if (left >= right) {
      this.#error.textContent = t('rangeOrder');
      return;
    }
    this.#control.show({ left, right });
    this.#read();
  }

  #value(input: HTMLInputElement, unedited: number): number | undefined {
    if (input.value === axisText(unedited)) return unedited;
    const ns = parseAxis(input.value);
    if (ns === undefined) input.setAttribute('aria-invalid', 'true');
    else input.removeAttribute('aria-invalid');
    return ns;
  }
}

function field(testId: string, label: string): HTMLInputElement {
  return element('input', {
    testId,
    title: t('rangeHelp'),
    attributes: {
      type: 'text',
      inputmode: 'decimal',
      autocomplete: 'off',
      spellcheck: 'false',
      'aria-label': `${label}, ${t('rangeUnit')}`,
    },
  });
}
