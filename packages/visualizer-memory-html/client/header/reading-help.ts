import type { GroupData } from '../../src/page-data/format.js';
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
];

/** How to read and use the charts, in a few sentences. */
export function readingHelp({ threads, failures, allocator }: GroupData): HTMLDetailsElement {
  const sentences: TextKey[] = [
    ...SENTENCES,
    ...(threads === null ? [] : ['readThreads' as const]),
    ...(failures === null ? [] : ['readFailures' as const]),
    ...(allocator === null ? [] : ['readAllocator' as const]),
    'readKeys',
  ];
  const items = sentences.map((key) => element('li', { text: t(key) }));
  return dropDown(t('howToRead'), [element('ul', { class: 'sentences' }, items)], 'reading-help');
}
