import { element } from '../dom/element.js';
import type { TimeScale } from './time-scale.js';
import type { ViewState } from './view-state.js';

/**
 * A line at the moment under the pointer, in whichever chart the pointer is. It is an element of its
 * own, so that moving it draws nothing else anew.
 */
export class CursorLine {
  readonly node = element('div', { class: 'cursor-line', attributes: { hidden: '' } });
  readonly #view: ViewState;
  readonly #scale: () => TimeScale;

  constructor(view: ViewState, scale: () => TimeScale) {
    this.#view = view;
    this.#scale = scale;
    view.on('cursor', () => this.#place());
    view.on('range', () => this.#place());
  }

  #place(): void {
    const { cursorNs } = this.#view;
    const scale = this.#scale();
    const x = cursorNs === undefined ? Number.NaN : Math.round(scale.x(cursorNs));
    this.node.hidden = !(x >= 0 && x <= scale.width);
    if (!this.node.hidden) this.node.style.transform = `translateX(${x}px)`;
  }
}
