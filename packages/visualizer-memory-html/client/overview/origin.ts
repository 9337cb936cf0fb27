import type { OverviewData } from '../../src/page-data/overview-format.js';
import { copyButton } from '../dom/copy-button.js';
import { element } from '../dom/element.js';
import { utcText } from '../format/time.js';
import { t } from '../text/text.js';

/** What all pages of the run count time from. */
export function originFact({ originNs, timeBasis }: OverviewData): HTMLElement {
  const isUtc = timeBasis === 'utc';
  const other = timeBasis === 'event_index' ? 'originEvents' : 'originClock';
  return element('span', { class: 'fact', testId: 'origin' }, [
    element('span', { class: 'fact-name', text: t('origin') }),
    element('span', {
      text: isUtc ? utcText(originNs) : t(other, { ns: originNs }),
      title: isUtc ? t('originUtcTitle', { ns: originNs }) : '',
    }),
    copyButton(t('copyOrigin'), () => originNs),
  ]);
}
