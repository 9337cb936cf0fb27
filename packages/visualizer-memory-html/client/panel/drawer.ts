import { button, element } from '../dom/element.js';
import { t } from '../text/text.js';
import type { DrawerName } from '../view/choices.js';
import type { ViewState } from '../view/view-state.js';

export interface DrawerParts {
  readonly name: Exclude<DrawerName, 'none'>;
  readonly testId: string;
  readonly label: string;
  /** What stands in the heading, before what closes it. */
  readonly heading: readonly Node[];
  readonly body: readonly Node[];
  /** It is about to be seen. */
  readonly onOpen: () => void;
}

/** Something below the charts that is there when the reader asks for it, in the place of the panel. */
export class Drawer {
  readonly node: HTMLElement;
  /** Where the keyboard was when it was opened. */
  #opener: Element | null = null;

  constructor(view: ViewState, parts: DrawerParts) {
    const { name, testId, label, heading, body } = parts;
    const close = () => view.choose({ drawer: 'none' });
    this.node = element(
      'aside',
      {
        class: `panel drawer ${name}`,
        testId,
        attributes: { 'aria-label': label, hidden: '', tabindex: '-1' },
      },
      [
        element('header', { class: 'panel-heading' }, [
          ...heading,
          button('×', close, {
            class: 'icon',
            title: t('closePanel'),
            attributes: { 'aria-label': t('closePanel') },
          }),
        ]),
        ...body,
      ],
    );
    const show = () => {
      const isOpen = view.choices.drawer === name;
      if (isOpen === !this.node.hidden) return;
      // What is hidden loses the keyboard, so that this has to be asked before.
      const hadKeyboard = this.node.contains(document.activeElement);
      this.node.hidden = !isOpen;
      if (isOpen) {
        this.#opener = document.activeElement;
        // One of them at a time: there is room for no more.
        view.select(undefined);
        parts.onOpen();
        this.node.focus({ preventScroll: true });
      } else if (hadKeyboard && this.#opener instanceof HTMLElement) {
        // Where it was elsewhere, as in what opened instead of this, it stays there.
        this.#opener.focus({ preventScroll: true });
      }
    };
    view.on('drawer', show);
    view.on('selection', () => {
      if (view.selected !== undefined && view.choices.drawer === name) close();
    });
    document.addEventListener('keydown', (event) => {
      if (event.key === 'Escape' && !event.defaultPrevented && !this.node.hidden) close();
    });
    queueMicrotask(show);
  }
}
