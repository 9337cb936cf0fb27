import { DIMMED, PLACES, paletteColour } from '../colour/colouring.js';
import { channelsOf } from '../style/channels.js';
import type { Theme } from '../style/theme.js';
import type { MapLayout } from './layout.js';

/** From this height on, blocks have an edge that sets them off from what lies on them. */
const EDGED_FROM_PX = 3;
const EDGE_SHADE = 0.72;
const LOW_SHADE = 1.16;

interface Ink {
  readonly plain: number;
  readonly edge: number;
  readonly dotted: number;
}

/** Draws memory maps as pixels: many thousand blocks that lie on each other are no shapes any more. */
export class MapRaster {
  readonly #canvas = document.createElement('canvas');
  readonly #context: CanvasRenderingContext2D;
  #image = new ImageData(1, 1);
  #pixels = new Uint32Array(this.#image.data.buffer);
  #inks:
    | { readonly theme: Theme; readonly byPlace: readonly Ink[]; readonly before: Ink }
    | undefined;

  constructor() {
    const context = this.#canvas.getContext('2d', { willReadFrequently: true });
    if (context === null) throw new Error('this browser cannot draw on a canvas');
    this.#context = context;
  }

  /** The picture, one pixel for each column; valid until the next. */
  draw(layout: MapLayout, placeOf: Uint8Array, size: Size, theme: Theme): CanvasImageSource {
    const { columns, height, bytesPerPx } = size;
    this.#begin(columns, height);
    const inks = this.#inksOf(theme);
    const { moments, blocks, tallBytes, lowBytes } = layout;
    const level = new Float64Array(columns);
    for (let x = 0; x < columns; x++) {
      let base = moments.bytes[x] - tallBytes[x];
      for (const low of lowBytes) base -= low[x];
      level[x] = Math.max(0, base);
      this.#fill(x, 0, level[x] / bytesPerPx, inks.before, true);
    }
    for (let i = 0; i < blocks.count; i++) {
      const row = blocks.row[i];
      const ink = inks.byPlace[placeOf[row]];
      const bytes = size.bytesOf(row);
      const first = blocks.first[i];
      const last = blocks.last[i];
      for (let x = first; x <= last; x++) {
        const from = level[x] / bytesPerPx;
        level[x] += bytes;
        this.#block(x, from, level[x] / bytesPerPx, ink, x === first && last > first + 1);
      }
    }
    lowBytes.forEach((low, place) => {
      const ink = inks.byPlace[place];
      for (let x = 0; x < columns; x++) {
        if (low[x] <= 0) continue;
        const from = level[x] / bytesPerPx;
        level[x] += low[x];
        this.#fill(x, from, level[x] / bytesPerPx, ink, true);
      }
    });
    this.#context.putImageData(this.#image, 0, 0);
    return this.#canvas;
  }

  #begin(width: number, height: number): void {
    if (this.#image.width === width && this.#image.height === height) {
      this.#pixels.fill(0);
      return;
    }
    this.#canvas.width = width;
    this.#canvas.height = height;
    this.#image = new ImageData(width, height);
    this.#pixels = new Uint32Array(this.#image.data.buffer);
  }

  /** A block in one column, between two heights from the bottom. */
  #block(x: number, from: number, to: number, ink: Ink, isLeftEdge: boolean): void {
    const { width, height } = this.#image;
    const bottom = Math.max(0, height - Math.round(from));
    const top = Math.max(0, height - Math.round(to));
    if (top >= bottom) return;
    const colour = isLeftEdge ? ink.edge : ink.plain;
    let at = top * width + x;
    const end = bottom * width + x;
    if (bottom - top >= EDGED_FROM_PX) {
      this.#pixels[at] = ink.edge;
      at += width;
    }
    for (; at < end; at += width) this.#pixels[at] = colour;
  }

  #fill(x: number, from: number, to: number, ink: Ink, isDotted: boolean): void {
    const { width, height } = this.#image;
    const bottom = Math.max(0, height - Math.round(from));
    for (let y = Math.max(0, height - Math.round(to)); y < bottom; y++) {
      this.#pixels[y * width + x] = isDotted && ((x + y) & 3) === 0 ? ink.dotted : ink.plain;
    }
  }

  #inksOf(theme: Theme) {
    if (this.#inks?.theme !== theme) {
      this.#inks = {
        theme,
        byPlace: Array.from({ length: PLACES }, (_, place) =>
          inkOf(paletteColour(theme, place), place === DIMMED ? 0.94 : EDGE_SHADE),
        ),
        before: inkOf(theme.beforeBlocks, EDGE_SHADE),
      };
    }
    return this.#inks;
  }
}

export interface Size {
  readonly columns: number;
  readonly height: number;
  readonly bytesPerPx: number;
  bytesOf(row: number): number;
}

/** An opaque colour of the style sheet as a pixel, with a darker and a lighter one. */
function inkOf(colour: string, edge: number): Ink {
  const channels = channelsOf(colour).slice(0, 3);
  const shaded = (factor: number) =>
    channels
      .map((part) => Math.min(255, Math.round(part * factor)))
      .reduce((pixel, part, i) => pixel | (part << (8 * i)), 0xff000000) >>> 0;
  return { plain: shaded(1), edge: shaded(edge), dotted: shaded(LOW_SHADE) };
}
