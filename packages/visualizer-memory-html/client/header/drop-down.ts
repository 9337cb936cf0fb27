import { element } from '../dom/element.js';

/** Something that unfolds over the page, and folds again when the reader turns elsewhere. */
export function dropDown(
  summary: string,
  content: readonly Node[],
  name: string,
): HTMLDetailsElement {
  const node = element('details', { class: `drop-down ${name}`, testId: name }, [
    element('summary', { text: summary }),
    element('div', { class: 'drop-down-content' }, content),
  ]);
  document.addEventListener('pointerdown', (event) => {
    if (event.target instanceof Node && !node.contains(event.target)) node.open = false;
  });
  node.addEventListener('keydown', (event) => {
    if (event.key !== 'Escape' || !node.open) return;
    event.preventDefault();
    node.open = false;
    node.querySelector('summary')?.focus();
  });
  return node;
}
