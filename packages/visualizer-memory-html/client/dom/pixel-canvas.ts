import { channelsOf } from '../style/channels.js';

const known = new Map<string, number>();

/** A colour of the style sheet as a pixel of a picture's memory. */
export function pixelOf(colour: string): number {
  const found = known.get(colour) ?? parsed(colour);
  known.set(colour, found);
  return found;
}

function parsed(colour: string): number {
  const [red, green, blue, alpha] = channelsOf(colour);
  return ((Math.round(alpha * 255) << 24) | (blue << 16) | (green << 8) | red) >>> 0;
}

/** Of two opaque pixels, one that has a share of the first. */
export function mixedPixel(first: number, second: number, share: number): number {
  let mixed = 0xff000000;
  for (const shift of [0, 8, 16]) {
    const part = ((first >>> shift) & 255) * share + ((second >>> shift) & 255) * (1 - share);
    mixed |= Math.round(part) << shift;
  }
  return mixed >>> 0;
}

/** A pixel that may be translucent, laid over an opaque one. */
export function overPixel(pixel: number, ground: number): number {
  return mixedPixel(pixel, ground, (pixel >>> 24) / 255);
}

/** Rows at most this wide are written pixel by pixel. */
const NARROW_PX = 12;
/** Distance of the lines of a hatch, and their width. */
const HATCH_PX = 6;
const HATCH_LINE_PX = 1.4;

/**
 * A picture that is filled with rectangles in its own memory: thousands of them cost a browser a
 * frame, and this a fraction of it. Positions are CSS px; edges fall between the screen's pixels.
 */
export class PixelCanvas {
  readonly #canvas = document.createElement('canvas');
  readonly #context: CanvasRenderingContext2D;
  #image = new ImageData(1, 1);
  #pixels = new Uint32Array(this.#image.data.buffer);
  #ratio = 1;
  #cssWidth = 1;
  #cssHeight = 1;

  constructor() {
    const context = this.#canvas.getContext('2d', { willReadFrequently: true });
    if (context === null) throw new Error('this browser cannot draw on a canvas');
    this.#context = context;
  }

  /** Makes it this large, and fills it; with 0 it is transparent. */
  begin(width: number, height: number, ground = 0): void {
    const ratio = window.devicePixelRatio || 1;
    const wide = Math.max(1, Math.round(width * ratio));
    const high = Math.max(1, Math.round(height * ratio));
    this.#ratio = ratio;
    this.#cssWidth = wide / ratio;
    this.#cssHeight = high / ratio;
    if (this.#image.width === wide && this.#image.height === high) {
      this.#pixels.fill(ground);
      return;
    }
    this.#canvas.width = wide;
    this.#canvas.height = high;
    this.#image = new ImageData(wide, high);
    this.#pixels = new Uint32Array(this.#image.data.buffer);
    this.#pixels.fill(ground);
  }

  /** Fills a rectangle, which is at least a pixel wide and high. */
  fill(x: number, y: number, width: number, height: number, pixel: number): void {
    const ratio = this.#ratio;
    const wide = this.#image.width;
    const left = Math.max(0, Math.round(x * ratio));
    const right = Math.min(wide, Math.max(Math.round((x + width) * ratio), left + 1));
    const top = Math.max(0, Math.round(y * ratio));
    const bottom = Math.min(
      this.#image.height,
      Math.max(Math.round((y + height) * ratio), top + 1),
    );
    const pixels = this.#pixels;
    if (right - left > NARROW_PX) {
      for (let row = top; row < bottom; row++) {
        pixels.fill(pixel, row * wide + left, row * wide + right);
      }
      return;
    }
    for (let row = top; row < bottom; row++) {
      for (let at = row * wide + left, end = row * wide + right; at < end; at++) pixels[at] = pixel;
    }
  }

  /** Draws slanted lines over a rectangle. */
  hatch(x: number, y: number, width: number, height: number, pixel: number): void {
    const ratio = this.#ratio;
    const wide = this.#image.width;
    const left = Math.max(0, Math.round(x * ratio));
    const right = Math.min(wide, Math.round((x + width) * ratio));
    const top = Math.max(0, Math.round(y * ratio));
    const bottom = Math.min(this.#image.height, Math.round((y + height) * ratio));
    const period = Math.max(2, Math.round(HATCH_PX * ratio));
    const line = Math.max(1, Math.round(HATCH_LINE_PX * ratio));
    for (let row = top; row < bottom; row++) {
      const base = row * wide;
      for (let at = left - ((left + row) % period); at < right; at += period) {
        for (let i = Math.max(at, left); i < Math.min(at + line, right); i++) {
          this.#pixels[base + i] = pixel;
        }
      }
    }
  }

  /** Puts it in the place of what a canvas has there; that is faster than {@link drawOn}. */
  putOn(context: CanvasRenderingContext2D, x: number, y: number): void {
    context.putImageData(this.#image, Math.round(x * this.#ratio), Math.round(y * this.#ratio));
  }

  /** Draws it over a canvas whose positions are CSS px. */
  drawOn(context: CanvasRenderingContext2D, x: number, y: number): void {
    this.#context.putImageData(this.#image, 0, 0);
    context.imageSmoothingEnabled = false;
    context.drawImage(this.#canvas, x, y, this.#cssWidth, this.#cssHeight);
  }
}
