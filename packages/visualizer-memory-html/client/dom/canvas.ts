/** A canvas as sharp as the screen; drawing is in CSS pixels. */
export class SharpCanvas {
  readonly node: HTMLCanvasElement;
  readonly context: CanvasRenderingContext2D;
  #width = 0;
  #height = 0;

  constructor(className: string) {
    this.node = document.createElement('canvas');
    this.node.className = className;
    this.node.setAttribute('aria-hidden', 'true');
    const context = this.node.getContext('2d');
    if (context === null) throw new Error('this browser cannot draw on a canvas');
    this.context = context;
  }

  get width(): number {
    return this.#width;
  }

  get height(): number {
    return this.#height;
  }

  /** Makes it this large, and empty. */
  begin(width: number, height: number): CanvasRenderingContext2D {
    const ratio = window.devicePixelRatio || 1;
    const pixels = [Math.round(width * ratio), Math.round(height * ratio)];
    if (this.node.width !== pixels[0] || this.node.height !== pixels[1]) {
      [this.node.width, this.node.height] = pixels;
      this.node.style.width = `${width}px`;
      this.node.style.height = `${height}px`;
    }
    this.#width = width;
    this.#height = height;
    this.context.setTransform(ratio, 0, 0, ratio, 0, 0);
    this.context.clearRect(0, 0, width, height);
    return this.context;
  }
}
