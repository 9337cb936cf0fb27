import type { Group } from '../data/group.js';
import type { Windows } from '../data/windows.js';
import { button, element } from '../dom/element.js';
import { formatBytes } from '../format/bytes.js';
import { formatCount } from '../format/count.js';
import { t } from '../text/text.js';
import type { ViewState } from '../view/view-state.js';
import { factsOf } from './facts.js';
import { PanelHistory } from './history.js';
import { OverlapsSection } from './overlaps-section.js';
import { stackSection } from './stack-section.js';

export interface PanelParts {
  readonly group: Group;
  readonly windows: Windows;
  readonly view: ViewState;
  /** Opens the panel of an allocation that may not be loaded. */
  readonly open: (row: number) => void;
  /** Zooms to the allocation. */
  readonly show: (row: number) => void;
}

/** All about the selected allocation, below the charts. */
export class Panel {
  readonly node = element('aside', {
    class: 'panel',
    testId: 'detail-panel',
    attributes: { 'aria-label': t('panel'), hidden: '', tabindex: '-1' },
  });
  readonly #parts: PanelParts;
  readonly #history = new PanelHistory();
  /** Where the keyboard was when the panel was opened. */
  #opener: Element | null = null;

  constructor(parts: PanelParts) {
    this.#parts = parts;
    parts.view.on('selection', () => this.#changed());
    document.addEventListener('keydown', (event) => {
      if (event.key === 'Escape' && !event.defaultPrevented) this.#close();
    });
  }

  #changed(): void {
    const row = this.#parts.view.selected;
    if (row === undefined) {
      this.node.hidden = true;
      this.#history.clear();
      if (this.#opener instanceof HTMLElement) this.#opener.focus();
      return;
    }
    if (this.node.hidden) this.#opener = document.activeElement;
    this.#history.visit(row);
    this.#fill(row);
    this.node.hidden = false;
    this.node.scrollTop = 0;
    this.node.focus({ preventScroll: true });
  }

  #close(): void {
    this.#parts.view.select(undefined);
  }

  #go(by: -1 | 1): void {
    const row = this.#history.go(by);
    if (row !== undefined) this.#parts.open(row);
  }

  #fill(row: number): void {
    const { group, windows, open } = this.#parts;
    const overlaps = new OverlapsSection(group, windows, row, open);
    const body = element('div', { class: 'panel-body' }, [
      element('section', { class: 'panel-part' }, [factsOf(group, row)]),
      stackSection(group, row),
      overlaps.node,
    ]);
    this.node.replaceChildren(this.#heading(row), body);
  }

  #heading(row: number): HTMLElement {
    const { group, show } = this.#parts;
    const name = group.operatorName(row);
    const back = button('‹', () => this.#go(-1), iconParts(t('back'), !this.#history.canGoBack));
    const forward = button(
      '›',
      () => this.#go(1),
      iconParts(t('forward'), !this.#history.canGoForward),
    );
    return element('header', { class: 'panel-heading' }, [
      back,
      forward,
      element('h2', { text: name, title: name }),
      element('span', { class: 'panel-size', text: formatBytes(group.store.bytes[row]) }),
      element('span', {
        class: 'panel-number',
        text: t('panelNumber', { number: formatCount(row) }),
      }),
      button(t('showInChart'), () => show(row)),
      button('×', () => this.#close(), iconParts(t('closePanel'), false)),
    ]);
  }
}

function iconParts(label: string, disabled: boolean) {
  const attributes: Record<string, string> = { 'aria-label': label };
  if (disabled) attributes.disabled = '';
  return { class: 'icon', title: label, attributes };
}
