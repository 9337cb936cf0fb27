import { element } from '../dom/element.js';
import type { Theme } from '../style/theme.js';
import { GUTTER_PX } from '../view/geometry.js';
import type { StackedRows } from '../view/stacked-rows.js';
import { middleEllipsis } from './middle-ellipsis.js';

const FONT = '12px system-ui, sans-serif';
const ROOM_PX = 20;

/** What a lane is called. */
export interface LaneName {
  readonly title: string;
  /** A second line. */
  readonly note?: string;
}

interface LabelNode {
  readonly node: HTMLElement;
  readonly title: HTMLElement;
  readonly note: HTMLElement;
}

function labelNode(): LabelNode {
  const title = element('span', { class: 'lane-title' });
  const note = element('span', { class: 'lane-note' });
  return { node: element('div', { class: 'lane-label' }, [title, note]), title, note };
}

/** Names of the lanes that are in view, left of them. */
export class LaneLabels {
  readonly node = element('div', { class: 'lane-labels' });
  readonly #nodes: LabelNode[] = [];
  readonly #short = new Map<string, string>();
  readonly #measure = document.createElement('canvas').getContext('2d');
  #placed: readonly [readonly LaneName[], number, number] | undefined;

  place(lanes: readonly LaneName[], layout: StackedRows, top: number, height: number): void {
    const [before, beforeTop, beforeHeight] = this.#placed ?? [];
    if (before === lanes && beforeTop === top && beforeHeight === height) return;
    this.#placed = [lanes, top, height];
    const [first, end] = layout.between(top, top + height);
    while (this.#nodes.length < end - first) {
      const label = labelNode();
      this.#nodes.push(label);
      this.node.append(label.node);
    }
    this.#nodes.forEach(({ node, title, note }, i) => {
      const lane = lanes[first + i];
      node.hidden = first + i >= end;
      if (node.hidden) return;
      const text = this.#shortTitle(lane.title);
      if (title.textContent !== text) title.textContent = text;
      const { note: second = '' } = lane;
      if (note.textContent !== second) note.textContent = second;
      if (node.title !== lane.title) node.title = lane.title;
      node.style.height = `${layout.tops[first + i + 1] - layout.tops[first + i]}px`;
      node.style.transform = `translateY(${layout.tops[first + i] - top}px)`;
    });
  }

  /** Draws the names where they stand, for a picture. */
  paintOn(context: CanvasRenderingContext2D, theme: Theme): void {
    if (this.#placed === undefined) return;
    context.font = FONT;
    context.textAlign = 'right';
    context.textBaseline = 'middle';
    context.fillStyle = theme.text;
    const box = this.node.getBoundingClientRect();
    for (const { node, title, note } of this.#nodes) {
      if (node.hidden || node.getBoundingClientRect().bottom > box.bottom) continue;
      for (const part of [title, note]) {
        const { top: y, height: high } = part.getBoundingClientRect();
        context.fillText(part.textContent ?? '', GUTTER_PX - 10, y - box.top + high / 2);
      }
    }
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
