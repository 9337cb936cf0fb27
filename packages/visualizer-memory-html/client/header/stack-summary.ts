import { STACK_MATCHES } from '@rl-insight/memory-contract/contracts';
import type { GroupData } from '../../src/page-data/format.js';
import { element } from '../dom/element.js';
import { formatCount } from '../format/count.js';
import { matchMeaning, matchName } from '../text/match-texts.js';
import { t } from '../text/text.js';

/** How the call stacks were found: a small bar, and the counts in words. */
export function stackSummary({ matches, rows }: GroupData): HTMLElement {
  const bar = element('span', { class: 'match-bar', attributes: { 'aria-hidden': 'true' } });
  const words = element('span', { class: 'match-words' });
  for (const match of STACK_MATCHES) {
    const count = matches[match];
    if (count === 0) continue;
    const part = element('span', { class: `match-${match}` });
    part.style.flexGrow = String(count / Math.max(1, rows));
    bar.append(part);
    words.append(
      element('span', { class: 'match-count', title: matchMeaning(match) }, [
        element('span', { class: `dot match-${match}` }),
        `${formatCount(count)} ${matchName(match)}`,
      ]),
    );
  }
  return element('div', { class: 'fact stacks', testId: 'stack-summary' }, [
    element('span', { class: 'fact-name', text: t('stackSummary') }),
    bar,
    words,
  ]);
}
