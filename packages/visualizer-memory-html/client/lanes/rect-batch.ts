/** Rectangles by colour, drawn together: changing the colour for each would cost most of a frame. */
export class RectBatch {
  readonly #rects = new Map<string, number[]>();

  add(colour: string, x: number, y: number, width: number, height: number): void {
    const rects = this.#rects.get(colour);
    if (rects === undefined) this.#rects.set(colour, [x, y, width, height]);
    else rects.push(x, y, width, height);
  }

  /** Draws all; `fills` gives the fill for a colour's name where it is more than a colour. */
  draw(
    context: CanvasRenderingContext2D,
    fills: (colour: string) => string | CanvasPattern = (colour) => colour,
  ): void {
    for (const [colour, rects] of this.#rects) {
      context.fillStyle = fills(colour);
      for (let i = 0; i < rects.length; i += 4) {
        context.fillRect(rects[i], rects[i + 1], rects[i + 2], rects[i + 3]);
      }
    }
    this.#rects.clear();
  }
}
