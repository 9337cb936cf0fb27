import type { Group } from '../data/group.js';
import type { Windows } from '../data/windows.js';
import { button, element } from '../dom/element.js';
import { readingHelp } from '../header/reading-help.js';
import { t } from '../text/text.js';
import type { Frames } from '../view/frames.js';
import type { RangeControl } from '../view/range-control.js';
import type { ViewState } from '../view/view-state.js';
import { drawerButtons } from './drawer-buttons.js';
import { RangeFields } from './range-fields.js';
import { SegmentHint } from './segment-hint.js';
import { Status } from './status.js';

const ZOOM_STEP = 2;

export interface ControlsParts {
  readonly group: Group;
  readonly windows: Windows;
  readonly view: ViewState;
  readonly control: RangeControl;
  readonly frames: Frames;
  readonly onFromZero: (fromZero: boolean) => void;
}

/** The row of controls above the charts. */
export class Controls {
  readonly node: HTMLElement;
  readonly #status: Status;
  readonly #said = new Set<string>();
  readonly #help: HTMLDetailsElement;
  readonly #trouble = element('p', { class: 'trouble', attributes: { role: 'alert', hidden: '' } });

  constructor({ group, windows, view, control, frames, onFromZero }: ControlsParts) {
    this.#status = new Status(group, windows, view, frames);
    this.#help = readingHelp(group.data);
    const icon = (label: string) => ({
      class: 'icon',
      title: label,
      attributes: { 'aria-label': label },
    });
    const fromZero = element('input', { attributes: { type: 'checkbox', checked: '' } });
    fromZero.addEventListener('change', () => onFromZero(fromZero.checked));
    this.node = element('div', { class: 'controls' }, [
      new RangeFields(group, view, control).node,
      button('+', () => control.zoom(1 / ZOOM_STEP), icon(t('zoomIn'))),
      button('−', () => control.zoom(ZOOM_STEP), icon(t('zoomOut'))),
      button(t('reset'), () => control.reset(), { title: t('resetTitle') }),
      element('label', { class: 'check', title: t('fromZeroTitle') }, [fromZero, t('fromZero')]),
      drawerButtons(group, view),
      new SegmentHint(group, view, windows, frames).node,
      element('span', { class: 'grow' }),
      this.#status.node,
      this.#help,
      this.#trouble,
    ]);
  }

  toggleHelp(): void {
    this.#help.open = !this.#help.open;
    if (this.#help.open) this.#help.querySelector('summary')?.focus();
  }

  /** More allocations have been loaded. */
  loaded(): void {
    this.#status.changed();
  }

  /** Says what could not be loaded. */
  complain(text: string): void {
    if (this.#said.has(text)) return;
    this.#said.add(text);
    this.#trouble.append(element('span', { text }));
    this.#trouble.hidden = false;
  }
}
