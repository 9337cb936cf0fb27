import { element } from '../dom/element.js';
import type { TextKey } from '../text/en.js';
import { t } from '../text/text.js';
import { dropDown } from './drop-down.js';

const SENTENCES: readonly TextKey[] = [
  'readLive',
  'readThin',
  'readLanes',
  'readDrag',
  'readWheel',
  'readBack',
  'readFields',
  'readClick',
  'readLegend',
  'readMoment',
  'readCompare',
  'readMap',
  'readKeys',
];

/** How to read and use the charts, in a few sentences. */
export function readingHelp(): HTMLDetailsElement {
  const items = SENTENCES.map((key) => element('li', { text: t(key) }));
  return dropDown(t('howToRead'), [element('ul', { class: 'sentences' }, items)], 'reading-help');
}
