import type { TimeRange } from '../data/windows.js';
import { element } from '../dom/element.js';
import type { Tooltip, TooltipLine } from '../dom/tooltip.js';
import { followPointer } from './pointer.js';
import type { RangeControl } from './range-control.js';
import type { TimeScale } from './time-scale.js';
import type { ViewState } from './view-state.js';
import { wheelPx } from './wheel-zoom.js';

/** What is under the pointer. */
export interface UnderPointer {
  readonly lines: readonly TooltipLine[];
  /** Whether a click does something there. */
  readonly isPickable: boolean;
}

export interface ScrolledHandParts {
  readonly view: ViewState;
  readonly control: RangeControl;
  readonly tooltip: Tooltip;
  readonly scale: () => TimeScale;
  /** Positions are px from the left edge of the plot, and from the top of what is scrolled. */
  readonly under: (x: number, y: number) => UnderPointer | undefined;
  readonly click: (x: number, y: number) => void;
}

/** The layer of a chart of lanes that a hand works on: it pans, zooms, scrolls, hovers and clicks. */
export class ScrolledHand {
  readonly #room = element('div', { class: 'lanes-room' });
  readonly node = element('div', { class: 'hand pans' }, [this.#room]);
  readonly #parts: ScrolledHandParts;
  #panFrom:
    | { readonly x: number; readonly y: number; readonly top: number; range: TimeRange }
    | undefined;

  constructor(parts: ScrolledHandParts, onScroll: () => void) {
    this.#parts = parts;
    this.node.addEventListener('scroll', onScroll);
    this.#follow();
  }

  /** How high all is that is scrolled. */
  set contentHeight(px: number) {
    this.#room.style.height = `${px}px`;
  }

  get top(): number {
    return this.node.scrollTop;
  }

  /** Scrolls so that what is between two heights is in view. */
  reveal(top: number, bottom: number): void {
    const { clientHeight, scrollTop } = this.node;
    if (top < scrollTop) this.node.scrollTop = top;
    else if (bottom > scrollTop + clientHeight) this.node.scrollTop = bottom - clientHeight;
  }

  /** Scrolls by the wheel; with the shift key browsers turn its direction. */
  readonly scrollBy = (event: WheelEvent): void => {
    event.preventDefault();
    const { x, y } = wheelPx(event);
    this.node.scrollTop += y || x;
  };

  #follow(): void {
    const { view, control, tooltip, scale } = this.#parts;
    followPointer(this.node, {
      hover: (x, y, event) => this.#hover(x, y, event),
      leave: () => {
        view.setCursor(undefined);
        tooltip.hide();
      },
      click: (x, y) => {
        if (x <= scale().width) this.#parts.click(x, y + this.top);
      },
      doubleClick: () => control.reset(),
      dragStart: (x, y) => {
        tooltip.hide();
        view.setCursor(undefined);
        this.#panFrom = { x, y, top: this.top, range: view.range };
        this.node.classList.add('panning');
      },
      drag: (x, y) => {
        const from = this.#panFrom;
        if (from === undefined) return;
        control.pan(from.range, (from.x - x) * scale().nsPerPx);
        this.node.scrollTop = from.top + from.y - y;
      },
      dragEnd: () => {
        this.#panFrom = undefined;
        this.node.classList.remove('panning');
      },
      wheel: (x, y, event) => {
        if (event.shiftKey) {
          this.scrollBy(event);
          return;
        }
        event.preventDefault();
        tooltip.hide();
        if (x <= scale().width && y >= 0) control.wheel(scale(), x, event);
      },
    });
  }

  #hover(x: number, y: number, event: PointerEvent): void {
    const { view, tooltip, scale, under } = this.#parts;
    const isInside = x <= scale().width;
    view.setCursor(isInside ? scale().ns(x) : undefined);
    const found = isInside ? under(x, y + this.top) : undefined;
    this.node.classList.toggle('over-bar', found?.isPickable ?? false);
    if (found === undefined) tooltip.hide();
    else tooltip.show(found.lines, event.clientX, event.clientY);
  }
}
