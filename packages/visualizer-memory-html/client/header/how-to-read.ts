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

export interface AllocatorColour {
  readonly name: string;
  /** Which of the colours of bars. */
  readonly colour: number;
}

/** What the marks of the charts mean. */
export function howToRead(allocators: readonly AllocatorColour[]): HTMLElement {
  const keys = KEYS.map(([mark, text]) => key(`mark-${mark}`, t(text)));
  const colours = allocators.map(({ name, colour }) => key(`mark-bar-${colour}`, name));
  return element('footer', { class: 'how-to-read' }, [
    element('div', { class: 'keys' }, [...(colours.length > 1 ? colours : []), ...keys]),
  ]);
}

function key(mark: string, text: string): HTMLElement {
  return element('span', { class: 'key' }, [element('span', { class: `mark ${mark}` }), text]);
}
