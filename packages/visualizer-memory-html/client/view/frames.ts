/** Draws what asked for it, once, at the browser's next frame. */
export class Frames {
  readonly #due = new Set<() => void>();
  #requested = false;

  /** Draws at the next frame; asking again before it changes nothing. */
  request(draw: () => void): void {
    this.#due.add(draw);
    if (this.#requested) return;
    this.#requested = true;
    requestAnimationFrame(() => this.#drawAll());
  }

  /** Resolves when all that is due now has been drawn. */
  drawn(): Promise<void> {
    return new Promise((resolve) => {
      const check = () => (this.#due.size === 0 ? resolve() : requestAnimationFrame(check));
      check();
    });
  }

  #drawAll(): void {
    this.#requested = false;
    const due = [...this.#due];
    this.#due.clear();
    for (const draw of due) draw();
  }
}
