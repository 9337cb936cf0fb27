import { element } from '../dom/element.js';
import type { Tooltip, TooltipLine } from '../dom/tooltip.js';
import { followPointer } from '../view/pointer.js';
import { wheelFactor, wheelPx } from '../view/wheel-zoom.js';

export interface SegmentHandParts {
  readonly tooltip: Tooltip;
  /** What is at a point, px from the left edge and from the top of what is scrolled. */
  readonly under: (x: number, y: number) => readonly TooltipLine[] | undefined;
  readonly click: (x: number, y: number) => void;
  /** By what sizes are multiplied, around a point. */
  readonly zoom: (factor: number | undefined, x: number, y: number) => void;
  readonly onScroll: () => void;
}

/** The layer of the segments that a hand works on: it scrolls, zooms, hovers and clicks. */
export class SegmentHand {
  readonly #room = element('div', { class: 'lanes-room' });
  readonly node = element('div', { class: 'hand pans' }, [this.#room]);
  readonly #parts: SegmentHandParts;
  #dragFrom: { readonly y: number; readonly top: number } | undefined;

  constructor(parts: SegmentHandParts) {
    this.#parts = parts;
    this.node.addEventListener('scroll', parts.onScroll);
    this.#follow();
  }

  /** How high all is that is scrolled. */
  set contentHeight(px: number) {
    this.#room.style.height = `${px}px`;
  }

  get top(): number {
    return this.node.scrollTop;
  }

  set top(px: number) {
    this.node.scrollTop = px;
  }

  readonly scrollBy = (event: WheelEvent): void => {
    event.preventDefault();
    const { x, y } = wheelPx(event);
    this.node.scrollTop += y || x;
  };

  #follow(): void {
    const { tooltip, under, click, zoom } = this.#parts;
    followPointer(this.node, {
      hover: (x, y, event) => {
        const lines = under(x, y + this.top);
        this.node.classList.toggle('over-bar', lines !== undefined);
        if (lines === undefined) tooltip.hide();
        else tooltip.show(lines, event.clientX, event.clientY);
      },
      leave: () => tooltip.hide(),
      click: (x, y) => click(x, y + this.top),
      doubleClick: () => zoom(undefined, 0, 0),
      dragStart: (_x, y) => {
        tooltip.hide();
        this.#dragFrom = { y, top: this.top };
        this.node.classList.add('panning');
      },
      drag: (_x, y) => {
        if (this.#dragFrom !== undefined) this.top = this.#dragFrom.top + this.#dragFrom.y - y;
      },
      dragEnd: () => {
        this.#dragFrom = undefined;
        this.node.classList.remove('panning');
      },
      wheel: (x, y, event) => {
        if (event.shiftKey) {
          this.scrollBy(event);
          return;
        }
        event.preventDefault();
        tooltip.hide();
        zoom(1 / wheelFactor(wheelPx(event).y), x, y + this.top);
      },
    });
  }
}
