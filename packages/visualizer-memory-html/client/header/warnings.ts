import type { GroupData } from '../../src/page-data/format.js';
import { element } from '../dom/element.js';
import { formatCount } from '../format/count.js';
import { t } from '../text/text.js';
import { dropDown } from './drop-down.js';

/** What a reader of this capture should know. */
export function warningList({ warnings }: GroupData): HTMLElement {
  if (warnings.length === 0) {
    return element('span', { class: 'no-warnings', testId: 'warnings', text: t('noWarnings') });
  }
  const items = warnings.map(({ message, count, example }) => {
    const details = [
      count === undefined ? '' : t('warningCount', { count: formatCount(count) }),
      example === undefined ? '' : t('warningExample', { example }),
    ].filter((text) => text !== '');
    return element('li', { text: message }, [
      details.length === 0
        ? undefined
        : element('span', { class: 'note', text: ` (${details.join(', ')})` }),
    ]);
  });
  const list = element('ul', { class: 'warning-list' }, items);
  return dropDown(t('warnings', { count: warnings.length }), [list], 'warnings');
}
