/**
 * The size of an element, asked for once and when it changes: asking a browser after something was
 * written to the page makes it lay all of it out at once.
 */
export class Measured {
  readonly #node: Element;
  #width = 0;
  #height = 0;
  #isKnown = false;

  constructor(node: Element) {
    this.#node = node;
    new ResizeObserver(() => {
      this.#isKnown = false;
    }).observe(node);
  }

  get width(): number {
    this.#measure();
    return this.#width;
  }

  get height(): number {
    this.#measure();
    return this.#height;
  }

  #measure(): void {
    if (this.#isKnown) return;
    this.#width = this.#node.clientWidth;
    this.#height = this.#node.clientHeight;
    // Before it is laid out it has none.
    this.#isKnown = this.#width > 0;
  }
}
