import type { ColourChoice } from '../colour/colour-choice.js';
import { DIMMED } from '../colour/colouring.js';
import type { Group } from '../data/group.js';
import { overPixel, PixelCanvas, pixelOf } from '../dom/pixel-canvas.js';
import { formatBytes } from '../format/bytes.js';
import type { Theme } from '../style/theme.js';
import { GUTTER_PX } from '../view/geometry.js';
import type { TimeScale } from '../view/time-scale.js';
import { type BarInk, DENSE_SHARES, inksOf } from './bar-inks.js';
import { firstFound, foundMembers } from './found-members.js';
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
  readonly #colourChoice: ColourChoice;
  readonly #pixels = new PixelCanvas();
  readonly #bars = new RectBatch();
  readonly #hatched = new RectBatch();
  readonly #grounds = new RectBatch();
  readonly #stripes = new RectBatch();
  #edges: Edge[] = [];
  #texts: BarText[] = [];
  #inks: readonly BarInk[] = [];
  #unreleased = 0;

  constructor(group: Group, colours: ColourChoice) {
    this.#group = group;
    this.#colourChoice = colours;
  }

  /** Draws lanes right of the gutter; `top` is the height of the lanes' area that is at the top of the canvas. */
  paint(
    context: CanvasRenderingContext2D,
    lanes: readonly Lane[],
    layout: LaneLayout,
    scale: TimeScale,
    top: number,
    height: number,
    theme: Theme,
  ): void {
    const pixels = this.#pixels;
    const ground = pixelOf(theme.plotGround);
    pixels.begin(scale.width, height, ground);
    this.#inks = inksOf(theme);
    this.#unreleased = pixelOf(theme.unreleased);
    const striped = overPixel(pixelOf(theme.laneStripe), ground);
    const [first, end] = layout.between(top, top + height);
    for (let i = first; i < end; i++) {
      const y = layout.tops[i] - top;
      if (i % 2 === 1) {
        const high = layout.tops[i + 1] - layout.tops[i];
        pixels.fill(0, y, scale.width, high, striped);
      }
      this.#lane(lanes[i], y, scale, theme);
    }
    const fill = pixels.fill.bind(pixels);
    this.#bars.draw(fill);
    this.#hatched.draw(pixels.hatch.bind(pixels));
    this.#grounds.draw(fill);
    this.#stripes.draw(fill);
    pixels.putOn(context, GUTTER_PX, 0);
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
    const inset = (height * (1 - DENSE_SHARE)) / 2;
    visitRow(row, scale, scale.left, scale.right, {
      bar: (i) => this.#bar(row.index[i], y, height, scale, theme),
      dense: (first, end, fromNs, toNs) => {
        const held = row.heldBefore[end] - row.heldBefore[first];
        const { isSearching, places } = this.#colourChoice;
        const shown = isSearching ? firstFound(row.index, first, end, places) : row.index[first];
        const pixel = this.#ink(shown).dense[strengthOf(held / (toNs - fromNs))];
        const x = scale.x(fromNs);
        this.#bars.add(pixel, x, y + inset, scale.x(toNs) - x, height * DENSE_SHARE);
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
    const ink = this.#ink(allocation);
    this.#bars.add(overlaps ? ink.overlapping : ink.plain, x, y, width, height);
    if (!store.isReleased(allocation)) {
      const stripe = y + height - UNRELEASED_PX;
      this.#stripes.add(this.#unreleased, x, stripe, width, UNRELEASED_PX);
      if (to <= scale.width) this.#edges.push({ x: to, y, height, open: 'right' });
    }
    if (from >= 0 && store.isBefore(allocation)) {
      this.#edges.push({ x: from, y, height, open: 'left' });
    }
    if (width >= SIZE_FROM_PX && height + 1 >= TEXT_ROW_PX) {
      const text = formatBytes(store.bytes[allocation]);
      const colour = overlaps ? theme.overlappingBarText : theme.barText;
      this.#texts.push({ x: Math.max(0, x) + 4, y: y + height / 2, text, colour });
    }
  }

  #deepRow(row: DeepRow, y: number, height: number, scale: TimeScale, theme: Theme): void {
    const { isSearching } = this.#colourChoice;
    const ink = isSearching ? this.#inks[DIMMED] : this.#ink(row.members[0]);
    visitRow(row, scale, scale.left, scale.right, {
      bar: (i) => {
        const depth = row.depth[i];
        if (depth === 0) return;
        const x = Math.max(scale.x(row.start[i]), 0);
        const right = Math.min(scale.x(row.end[i]), scale.width);
        const width = Math.max(MIN_BAR_PX, right - x);
        this.#bars.add(ink.overlapping, x, y, width, height);
        if (depth === 1) return;
        this.#hatched.add(ink.hatch, x, y, width, height);
        if (width < 2 * DIGIT_PX + 6) return;
        const text = `×${depth}`;
        const textWidth = text.length * DIGIT_PX + 4;
        if (width < textWidth + 2) return;
        const at = x + 1;
        // The number stands on plain ground.
        this.#grounds.add(ink.overlapping, at, y, textWidth, height);
        const colour = theme.overlappingBarText;
        this.#texts.push({ x: at + 2, y: y + height / 2, text, colour });
      },
      dense: (_first, _end, fromNs, toNs) => {
        // Changes of depth within a cell are no bars of their own: what counts is that it is filled.
        const x = scale.x(fromNs);
        const width = scale.x(toNs) - x;
        this.#bars.add(ink.overlapping, x, y, width, height);
        this.#hatched.add(ink.hatch, x, y, width, height);
      },
    });
    if (isSearching) this.#found(row, y, height, scale);
  }

  /** Draws those of a row of many that are looked for, over all others. */
  #found(row: DeepRow, y: number, height: number, scale: TimeScale): void {
    const { startNs, endNs } = this.#group.store;
    for (const member of foundMembers(row, this.#colourChoice.places)) {
      if (startNs[member] > scale.right) break;
      if (endNs[member] < scale.left) continue;
      const x = Math.max(scale.x(startNs[member]), 0);
      const width = Math.max(MIN_BAR_PX, Math.min(scale.x(endNs[member]), scale.width) - x);
      this.#grounds.add(this.#ink(member).overlapping, x, y, width, height);
    }
  }

  #ink(allocation: number): BarInk {
    return this.#inks[this.#colourChoice.places[allocation]];
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
function strengthOf(filled: number): number {
  return Math.min(DENSE_SHARES.length - 1, Math.floor(filled * DENSE_SHARES.length));
}
