import { pageFile } from '../../src/page-data/files.js';
import type { Windows } from '../data/windows.js';
import { element } from '../dom/element.js';
import { t } from '../text/text.js';
import { rangeHash } from '../view/view-hash.js';

/** Leads to the pages of the windows before and after this one. */
export function segmentNav(windows: Windows): HTMLElement | undefined {
  const last = windows.entries.length - 1;
  if (last === 0) return undefined;
  const { own } = windows;
  return element(
    'nav',
    { class: 'segments', attributes: { 'aria-label': t('segmentNavigation') } },
    [
      step(windows, `‹ ${t('previous')}`, own > 0 ? own - 1 : undefined, 'prev'),
      element('span', { class: 'segment-number', text: t('segmentOf', { own, last }) }),
      step(windows, `${t('next')} ›`, own < last ? own + 1 : undefined, 'next'),
    ],
  );
}

/** A link to a window's page that shows just that window. */
function step(
  windows: Windows,
  text: string,
  window: number | undefined,
  rel: string,
): HTMLElement {
  if (window === undefined) {
    return element('span', { class: 'step', text, attributes: { 'aria-disabled': 'true' } });
  }
  const href = pageFile(window) + rangeHash(windows.rangeOf(window));
  return element('a', { class: 'step', text, attributes: { href, rel } });
}
