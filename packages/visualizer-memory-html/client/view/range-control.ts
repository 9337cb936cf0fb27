import type { TimeRange } from '../data/windows.js';
import { panned, zoomed } from './range-moves.js';
import type { TimeScale } from './time-scale.js';
import type { ViewState } from './view-state.js';
import { wheelFactor, wheelPx } from './wheel-zoom.js';

/** How a hand changes the range: zooming, panning, setting it, going back to the first view. */
export class RangeControl {
  readonly #view: ViewState;
  readonly #extent: TimeRange;

  constructor(view: ViewState, extent: TimeRange) {
    this.#view = view;
    this.#extent = extent;
  }

  show(range: TimeRange): void {
    this.#view.setRange(range);
  }

  /** Back to all that there is. */
  reset(): void {
    this.#view.setRange(this.#extent);
  }

  /** Zooms around the middle. */
  zoom(factor: number): void {
    const { left, right } = this.#view.range;
    this.#view.setRange(zoomed(this.#view.range, (left + right) / 2, factor, this.#extent));
  }

  /** Moves a range, which was in view when the movement began, by a time. */
  pan(from: TimeRange, byNs: number): void {
    this.#view.setRange(panned(from, byNs, this.#extent));
  }

  /** The wheel zooms at the pointer; sideways, as touch pads can, it pans. */
  wheel(scale: TimeScale, x: number, event: WheelEvent): void {
    const px = wheelPx(event);
    if (Math.abs(px.x) > Math.abs(px.y)) this.pan(this.#view.range, px.x * scale.nsPerPx);
    else {
      const factor = wheelFactor(px.y);
      this.#view.setRange(zoomed(this.#view.range, scale.ns(x), factor, this.#extent));
    }
  }
}
