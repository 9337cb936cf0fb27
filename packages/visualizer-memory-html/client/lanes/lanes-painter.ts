import type { Group } from '../data/group.js';
import { formatBytes } from '../format/bytes.js';
import { BAR_COLOURS, type BarColours, type Theme } from '../style/theme.js';
import type { TimeScale } from '../view/time-scale.js';
import type { DeepRow, Lane, LaneRow } from './lane.js';
import { type LaneLayout, rowHeight, rowTop } from './lane-layout.js';
import { RectBatch } from './rect-batch.js';
import { visitRow } from './row-marks.js';

const MIN_BAR_PX = 1.5;
/** From this width on, bars have their size written in them. */
const SIZE_FROM_PX = 64;
const DIGIT_PX = 6.2;
/** Rows at least this high have room for text. */
const TEXT_ROW_PX = 12;
/** Several in one cell are drawn lower than bars, and fainter the less of the time they fill. */
const DENSE_SHARE = 0.6;
const DENSE_ALPHAS = [0.4, 0.6, 0.8, 1];
const UNRELEASED_PX = 2;
const EDGE_PX = 5;

interface Edge {
  readonly x: number;
  readonly y: number;
  readonly height: number;
  readonly open: 'left' | 'right';
}

interface BarText {
  readonly x: number;
  readonly y: number;
  readonly text: string;
  readonly colour: string;
}

/** Draws the bars of the lanes that are in view. */
export class LanesPainter {
  readonly #group: Group;
  readonly #solid = new RectBatch();
  readonly #hatched = new RectBatch();
  readonly #stripes = new RectBatch();
  readonly #grounds = new RectBatch();
  readonly #dense = DENSE_ALPHAS.map(() => new RectBatch());
  #edges: Edge[] = [];
  #texts: BarText[] = [];
  #hatch: { readonly theme: Theme; readonly pattern: CanvasPattern | null } | undefined;

  constructor(group: Group) {
    this.#group = group;
  }

  /** Draws lanes; `top` is the height of the lanes' area that is at the top of the canvas. */
  paint(
    context: CanvasRenderingContext2D,
    lanes: readonly Lane[],
    layout: LaneLayout,
    scale: TimeScale,
    top: number,
    height: number,
    theme: Theme,
  ): void {
    const [first, end] = layout.between(top, top + height);
    for (let i = first; i < end; i++) {
      const y = layout.tops[i] - top;
      if (i % 2 === 1) {
        this.#stripes.add(theme.laneStripe, 0, y, scale.width, layout.tops[i + 1] - layout.tops[i]);
      }
    }
    this.#stripes.draw(context);
    for (let i = first; i < end; i++) this.#lane(lanes[i], layout.tops[i] - top, scale, theme);
    this.#solid.draw(context);
    this.#dense.forEach((batch, i) => {
      context.globalAlpha = DENSE_ALPHAS[i];
      batch.draw(context);
    });
    context.globalAlpha = 1;
    this.#hatched.draw(context, () => this.#hatchOf(context, theme) ?? 'transparent');
    this.#grounds.draw(context);
    this.#stripes.draw(context);
    this.#drawEdges(context, theme);
    this.#drawTexts(context);
  }

  #lane(lane: Lane, top: number, scale: TimeScale, theme: Theme): void {
    lane.rows.forEach((row, i) => {
      this.#row(row, top + rowTop(lane, i), rowHeight(lane, i) - 1, scale, theme);
    });
    if (lane.deep === undefined) return;
    const last = lane.rows.length;
    const height = rowHeight(lane, last) - 1;
    this.#deepRow(lane.deep, top + rowTop(lane, last), height, scale, theme);
  }

  #row(row: LaneRow, y: number, height: number, scale: TimeScale, theme: Theme): void {
    visitRow(row, scale, scale.left, scale.right, {
      bar: (i) => this.#bar(row.index[i], y, height, scale, theme),
      dense: (first, end, fromNs, toNs) => {
        const held = row.heldBefore[end] - row.heldBefore[first];
        const colours = this.#colours(row.index[first], theme);
        this.#cell(colours.overlapping, held / (toNs - fromNs), fromNs, y, height, scale, toNs);
      },
    });
  }

  #bar(allocation: number, y: number, height: number, scale: TimeScale, theme: Theme): void {
    const { store } = this.#group;
    const from = scale.x(store.startNs[allocation]);
    const to = scale.x(store.endNs[allocation]);
    const x = Math.max(from, -EDGE_PX);
    const right = Math.min(to, scale.width + EDGE_PX);
    const width = Math.max(MIN_BAR_PX, right - x - (right - x > 3 ? 1 : 0));
    const overlaps = store.overlaps[allocation] > 0;
    const colours = this.#colours(allocation, theme);
    this.#solid.add(overlaps ? colours.overlapping : colours.plain, x, y, width, height);
    if (!store.isReleased(allocation)) {
      const stripe = y + height - UNRELEASED_PX;
      this.#stripes.add(theme.unreleased, x, stripe, width, UNRELEASED_PX);
      if (to <= scale.width) this.#edges.push({ x: to, y, height, open: 'right' });
    }
    if (store.isBefore(allocation) && from >= 0)
      this.#edges.push({ x: from, y, height, open: 'left' });
    if (width >= SIZE_FROM_PX && height + 1 >= TEXT_ROW_PX) {
      const text = formatBytes(store.bytes[allocation]);
      const colour = overlaps ? theme.overlappingBarText : theme.barText;
      this.#texts.push({ x: Math.max(0, x) + 4, y: y + height / 2, text, colour });
    }
  }

  #deepRow(row: DeepRow, y: number, height: number, scale: TimeScale, theme: Theme): void {
    const colours = this.#colours(row.members[0], theme);
    visitRow(row, scale, scale.left, scale.right, {
      bar: (i) => {
        const x = Math.max(scale.x(row.start[i]), 0);
        const right = Math.min(scale.x(row.end[i]), scale.width);
        const width = Math.max(MIN_BAR_PX, right - x);
        this.#solid.add(colours.overlapping, x, y, width, height);
        const depth = row.depth[i];
        if (depth === 1) return;
        this.#hatched.add('', x, y, width, height);
        const text = `×${depth}`;
        const textWidth = text.length * DIGIT_PX + 4;
        if (width < textWidth + 2) return;
        const at = x + 1;
        // The number stands on plain ground.
        this.#grounds.add(colours.overlapping, at, y, textWidth, height);
        const colour = theme.overlappingBarText;
        this.#texts.push({ x: at + 2, y: y + height / 2, text, colour });
      },
      dense: (first, end, fromNs, toNs) => {
        // Changes of depth within a cell are no bars of their own: what counts is that it is filled.
        const held = row.heldBefore[end] - row.heldBefore[first];
        const x = scale.x(fromNs);
        const width = scale.x(toNs) - x;
        this.#dense[alphaOf(held / (toNs - fromNs))].add(colours.overlapping, x, y, width, height);
        this.#hatched.add('', x, y, width, height);
      },
    });
  }

  /** Several narrow ones in one cell. */
  #cell(
    colour: string,
    filled: number,
    fromNs: number,
    y: number,
    height: number,
    scale: TimeScale,
    toNs: number,
  ): void {
    const x = scale.x(fromNs);
    const inset = (height * (1 - DENSE_SHARE)) / 2;
    this.#dense[alphaOf(filled)].add(colour, x, y + inset, scale.x(toNs) - x, height * DENSE_SHARE);
  }

  #colours(allocation: number, theme: Theme): BarColours {
    const code = this.#group.store.allocator[allocation];
    return theme.bars[Math.min(Math.max(0, code - 1), BAR_COLOURS - 1)];
  }

  #hatchOf(context: CanvasRenderingContext2D, theme: Theme): CanvasPattern | null {
    if (this.#hatch?.theme !== theme) {
      this.#hatch = { theme, pattern: hatchPattern(context, theme.hatch) };
    }
    return this.#hatch.pattern;
  }

  /** Open edges: it was there before, or is still there. */
  #drawEdges(context: CanvasRenderingContext2D, theme: Theme): void {
    context.fillStyle = theme.unreleased;
    for (const { x, y, height, open } of this.#edges) {
      const tip = open === 'right' ? x + EDGE_PX : x - EDGE_PX;
      context.beginPath();
      context.moveTo(x, y);
      context.lineTo(tip, y + height / 2);
      context.lineTo(x, y + height);
      context.closePath();
      context.fill();
    }
    this.#edges = [];
  }

  #drawTexts(context: CanvasRenderingContext2D): void {
    context.font = '10px system-ui, sans-serif';
    context.textBaseline = 'middle';
    context.textAlign = 'left';
    for (const { x, y, text, colour } of this.#texts) {
      context.fillStyle = colour;
      context.fillText(text, x, y + 0.5);
    }
    this.#texts = [];
  }
}

/** Which of the strengths shows that a share of a cell is filled. */
function alphaOf(filled: number): number {
  return Math.min(DENSE_ALPHAS.length - 1, Math.floor(filled * DENSE_ALPHAS.length));
}

function hatchPattern(context: CanvasRenderingContext2D, colour: string): CanvasPattern | null {
  const tile = document.createElement('canvas');
  tile.width = 6;
  tile.height = 6;
  const brush = tile.getContext('2d');
  if (brush === null) return null;
  brush.strokeStyle = colour;
  brush.lineWidth = 1.2;
  for (const shift of [-6, 0, 6]) {
    brush.beginPath();
    brush.moveTo(shift, 6);
    brush.lineTo(shift + 6, 0);
    brush.stroke();
  }
  return context.createPattern(tile, 'repeat');
}
