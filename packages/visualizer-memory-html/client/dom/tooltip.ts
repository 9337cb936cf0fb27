import { element } from './element.js';

/** A line of a tooltip: a name and a value, or a text of its own. */
export interface TooltipLine {
  readonly label?: string;
  readonly text: string;
  readonly colour?: string;
  readonly strong?: boolean;
}

const DISTANCE_PX = 14;
const EDGE_PX = 6;

/** One tooltip for the page; what it says are text nodes. */
export class Tooltip {
  readonly #node = element('div', {
    class: 'tooltip',
    testId: 'tooltip',
    attributes: { role: 'tooltip', hidden: '' },
  });
  #shown = '';

  constructor(page: HTMLElement) {
    page.append(this.#node);
  }

  /** Shows lines beside a point of the window. */
  show(lines: readonly TooltipLine[], clientX: number, clientY: number): void {
    const key = JSON.stringify(lines);
    if (key !== this.#shown) {
      this.#node.replaceChildren(...lines.map(lineNode));
      this.#shown = key;
    }
    this.#node.hidden = false;
    const { offsetWidth, offsetHeight } = this.#node;
    const right = clientX + DISTANCE_PX;
    const left = clientX - DISTANCE_PX - offsetWidth;
    const fitsRight = right + offsetWidth + EDGE_PX <= window.innerWidth;
    const x =
      fitsRight || left < EDGE_PX
        ? Math.min(right, window.innerWidth - offsetWidth - EDGE_PX)
        : left;
    const below = clientY + DISTANCE_PX;
    const fitsBelow = below + offsetHeight + EDGE_PX <= window.innerHeight;
    const y = fitsBelow ? below : Math.max(EDGE_PX, clientY - DISTANCE_PX - offsetHeight);
    this.#node.style.transform = `translate(${Math.max(EDGE_PX, x)}px, ${y}px)`;
  }

  hide(): void {
    this.#node.hidden = true;
  }
}

function lineNode({ label, text, colour, strong }: TooltipLine): HTMLElement {
  const swatch = colour === undefined ? undefined : element('span', { class: 'swatch' });
  if (swatch !== undefined && colour !== undefined) swatch.style.background = colour;
  return element('div', { class: strong ? 'strong' : '' }, [
    swatch,
    label === undefined ? undefined : element('span', { class: 'label', text: label }),
    element('span', { class: 'value', text }),
  ]);
}
