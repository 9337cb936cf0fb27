import { pageFile } from '../../src/page-data/files.js';
import type { Windows } from '../data/windows.js';
import { element } from '../dom/element.js';
import { t } from '../text/text.js';

/** Leads to the pages of the windows before and after this one. */
export function segmentNav(windows: Windows): HTMLElement | undefined {
  const last = windows.entries.length - 1;
  if (last === 0) return undefined;
  const { own } = windows;
  return element(
    'nav',
    { class: 'segments', attributes: { 'aria-label': t('segmentNavigation') } },
    [
      step(`‹ ${t('previous')}`, own > 0 ? own - 1 : undefined, 'prev'),
      element('span', { class: 'segment-number', text: t('segmentOf', { own, last }) }),
      step(`${t('next')} ›`, own < last ? own + 1 : undefined, 'next'),
    ],
  );
}

function step(text: string, window: number | undefined, rel: string): HTMLElement {
  if (window === undefined) {
    return element('span', { class: 'step', text, attributes: { 'aria-disabled': 'true' } });
  }
  return element('a', { class: 'step', text, attributes: { href: pageFile(window), rel } });
}
