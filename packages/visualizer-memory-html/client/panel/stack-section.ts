import type { Group } from '../data/group.js';
import { copyButton } from '../dom/copy-button.js';
import { element } from '../dom/element.js';
import { matchMeaning, matchName, matchOf } from '../text/match-texts.js';
import { t } from '../text/text.js';

/** The whole call stack of an allocation and how it was found. */
export function stackSection({ store, stacks }: Group, row: number): HTMLElement {
  const frames = stacks.frames(store.stack[row]);
  const match = matchOf(store.match[row]);
  const own = stacks.userPlace(store.stack[row]);
  const list = element(
    'ol',
    { class: 'frames' },
    frames.map((frame, i) =>
      element('li', {
        class: i === own ? 'frame own' : 'frame',
        text: frame,
        ...(i === own ? { title: t('yourFrame') } : {}),
      }),
    ),
  );
  return element('section', { class: 'panel-part stack' }, [
    element('div', { class: 'part-heading' }, [
      element('h3', { text: t('stackHeading') }),
      frames.length > 0 ? copyButton(t('copyStack'), () => frames.join('\n')) : undefined,
    ]),
    element('p', { class: 'match' }, [
      element('span', { class: `badge match-${match}`, text: matchName(match) }),
      ' ',
      matchMeaning(match),
    ]),
    own < 0
      ? undefined
      : element('p', { class: 'own-frame' }, [
          element('span', { class: 'note', text: `${t('yourFrame')}: ` }),
          element('code', { text: frames[own] }),
        ]),
    frames.length > 0 ? list : element('p', { class: 'note', text: t('noStack') }),
  ]);
}
