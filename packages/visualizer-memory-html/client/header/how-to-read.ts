import type { GroupData } from '../../src/page-data/format.js';
import type { ColourChoice } from '../colour/colour-choice.js';
import { OTHERS } from '../colour/colouring.js';
import { element } from '../dom/element.js';
import type { TextKey } from '../text/en.js';
import { t } from '../text/text.js';

const KEYS: readonly [string, TextKey][] = [
  ['plain', 'keyAllocation'],
  ['overlapping', 'keyOverlapping'],
  ['deep', 'keyDeep'],
  ['dense', 'keyDense'],
  ['unreleased', 'keyUnreleased'],
  ['before', 'keyBefore'],
  ['release', 'keyRelease'],
  ['gap', 'keyGap'],
];

const FAILURE_KEYS: readonly [string, TextKey][] = [
  ['failure-succeeded', 'keyFailureSucceeded'],
  ['failure-failed', 'keyFailureFailed'],
  ['failure-none', 'keyFailureNone'],
];

/** What the marks and the colours of the charts mean. */
export class HowToRead {
  readonly node: HTMLElement;
  readonly #colours = element('div', { class: 'keys colours', testId: 'colour-keys' });
  readonly #choice: ColourChoice;

  constructor(choice: ColourChoice, { failures }: GroupData) {
    this.#choice = choice;
    const shown = [...KEYS, ...(failures === null ? [] : FAILURE_KEYS)];
    const keys = shown.map(([mark, text]) => key(`mark-${mark}`, t(text)));
    this.node = element('footer', { class: 'how-to-read' }, [
      this.#colours,
      element('div', { class: 'keys' }, keys),
    ]);
    choice.onChange(() => this.#write());
  }

  #write(): void {
    const { colouring } = this.#choice;
    const places = colouring.keys.map((_, place) => place);
    this.#colours.replaceChildren(
      ...[...places, OTHERS].map((place) => {
        const text = colouring.textOf(place);
        const entry = key('mark-group', text);
        entry.title = text;
        const mark = entry.querySelector<HTMLElement>('.mark');
        if (mark) mark.style.background = `var(--group-${place === OTHERS ? 'others' : place})`;
        return entry;
      }),
    );
  }
}

function key(mark: string, text: string): HTMLElement {
  return element('span', { class: 'key' }, [element('span', { class: `mark ${mark}` }), text]);
}
