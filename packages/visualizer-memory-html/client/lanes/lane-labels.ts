import { element } from '../dom/element.js';
import { GUTTER_PX } from '../view/geometry.js';
import type { Lane } from './lane.js';
import type { LaneLayout } from './lane-layout.js';
import { middleEllipsis } from './middle-ellipsis.js';

const FONT = '12px system-ui, sans-serif';
const ROOM_PX = 20;

/** Names of the lanes that are in view, left of them. */
export class LaneLabels {
  readonly node = element('div', { class: 'lane-labels' });
  readonly #nodes: HTMLElement[] = [];
  readonly #short = new Map<string, string>();
  readonly #measure = document.createElement('canvas').getContext('2d');
  #placed: readonly [readonly Lane[], number, number] | undefined;

  place(lanes: readonly Lane[], layout: LaneLayout, top: number, height: number): void {
    const [before, beforeTop, beforeHeight] = this.#placed ?? [];
    if (before === lanes && beforeTop === top && beforeHeight === height) return;
    this.#placed = [lanes, top, height];
    const [first, end] = layout.between(top, top + height);
    while (this.#nodes.length < end - first) {
      const node = element('div', { class: 'lane-label' });
      this.#nodes.push(node);
      this.node.append(node);
    }
    this.#nodes.forEach((node, i) => {
      const lane = lanes[first + i];
      node.hidden = first + i >= end;
      if (node.hidden) return;
      const text = this.#shortTitle(lane.title);
      if (node.textContent !== text) node.textContent = text;
      if (node.title !== lane.title) node.title = lane.title;
      node.style.height = `${layout.tops[first + i + 1] - layout.tops[first + i]}px`;
      node.style.transform = `translateY(${layout.tops[first + i] - top}px)`;
    });
  }

  #shortTitle(title: string): string {
    const known = this.#short.get(title);
    if (known !== undefined) return known;
    const brush = this.#measure;
    const width = (text: string) => {
      if (brush === null) return text.length * 7;
      brush.font = FONT;
      return brush.measureText(text).width;
    };
    const short = middleEllipsis(title, GUTTER_PX - ROOM_PX, width);
    this.#short.set(title, short);
    return short;
  }
}
