import { t } from '../text/text.js';
import { button } from './element.js';

const SHOW_RESULT_MS = 1500;

/** A button that copies a text and says whether it could. */
export function copyButton(label: string, text: () => string): HTMLButtonElement {
  const node = button(t('copy'), () => void copy(), {
    class: 'copy',
    title: label,
    attributes: { 'aria-label': label },
  });
  async function copy(): Promise<void> {
    const done = await copyText(text());
    node.textContent = t(done ? 'copied' : 'copyFailed');
    window.setTimeout(() => {
      node.textContent = t('copy');
    }, SHOW_RESULT_MS);
  }
  return node;
}

async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    // Pages from a disk may not be allowed to use the clipboard's interface: select and copy.
    return copySelection(text);
  }
}

function copySelection(text: string): boolean {
  const area = document.createElement('textarea');
  area.value = text;
  area.className = 'off-screen';
  document.body.append(area);
  const focused = document.activeElement;
  area.select();
  const done = document.execCommand('copy');
  area.remove();
  if (focused instanceof HTMLElement) focused.focus();
  return done;
}
