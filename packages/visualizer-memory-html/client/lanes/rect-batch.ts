/** Edges nearer to each other than this are one. */
const TOUCH_PX = 0.05;

/**
 * Rectangles by colour, drawn together. Those that go on where the one before ends, or overlap it,
 * become one: of a hundred thousand allocations that leaves what can be seen.
 */
export class RectBatch {
  readonly #rects = new Map<number, number[]>();
  #pixel = -1;
  #last: number[] = [];

  add(pixel: number, x: number, y: number, width: number, height: number): void {
    const rects = this.#of(pixel);
    const end = rects.length;
    const goesOn =
      end > 0 &&
      rects[end - 3] === y &&
      rects[end - 1] === height &&
      x >= rects[end - 4] &&
      x <= rects[end - 4] + rects[end - 2] + TOUCH_PX;
    if (goesOn) rects[end - 2] = Math.max(rects[end - 2], x + width - rects[end - 4]);
    else rects.push(x, y, width, height);
  }

  /** Has all drawn, and forgets them. */
  draw(
    drawRect: (x: number, y: number, width: number, height: number, pixel: number) => void,
  ): void {
    for (const [pixel, rects] of this.#rects) {
      for (let i = 0; i < rects.length; i += 4) {
        drawRect(rects[i], rects[i + 1], rects[i + 2], rects[i + 3], pixel);
      }
    }
    this.#rects.clear();
    this.#pixel = -1;
  }

  #of(pixel: number): number[] {
    if (pixel === this.#pixel) return this.#last;
    let rects = this.#rects.get(pixel);
    if (rects === undefined) {
      rects = [];
      this.#rects.set(pixel, rects);
    }
    this.#pixel = pixel;
    this.#last = rects;
    return rects;
  }
}
