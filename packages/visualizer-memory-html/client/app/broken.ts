import { element } from '../dom/element.js';
import { t } from '../text/text.js';

/** Says on the page why there is nothing on it. */
export function sayBroken(message: string): void {
  const page = document.getElementById('app');
  page?.replaceChildren(
    element('div', { class: 'broken', attributes: { role: 'alert' } }, [
      element('h1', { text: t('brokenPage') }),
      element('p', { text: message }),
    ]),
  );
}
