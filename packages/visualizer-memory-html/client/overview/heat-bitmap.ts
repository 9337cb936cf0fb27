import type { HeatColours } from './heat-colours.js';
import type { HeatRow } from './heat-rows.js';
import { type OverviewModel, sliceSpan } from './model.js';
import type { TimeMap } from './time-map.js';

/** The cells of all lanes, one pixel high, and which slice each pixel shows: the largest under it. */
export class HeatBitmap {
  readonly width: number;
  readonly lanes: number;
  /** Slice by pixel; −1 where nothing was recorded. */
  readonly slices: Int32Array;
  readonly #canvas = document.createElement('canvas');
  readonly #model: OverviewModel;

  constructor(model: OverviewModel, rows: readonly HeatRow[], time: TimeMap, width: number) {
    const lanes = rows.flatMap((row) => row.lanes);
    this.#model = model;
    this.width = width;
    this.lanes = lanes.length;
    this.slices = new Int32Array(width * lanes.length).fill(-1);
    lanes.forEach((groups, lane) => {
      for (const group of groups) this.#lay(group, lane * width, time);
    });
  }

  paint(colours: HeatColours): HTMLCanvasElement {
    const { width, lanes, slices } = this;
    const canvas = this.#canvas;
    [canvas.width, canvas.height] = [Math.max(1, width), Math.max(1, lanes)];
    const image = new ImageData(canvas.width, canvas.height);
    const pixels = new Uint32Array(image.data.buffer);
    const { bytes } = this.#model;
    for (let i = 0; i < slices.length; i++) {
      if (slices[i] >= 0) pixels[i] = colours.pixel(bytes[slices[i]]);
    }
    canvas.getContext('2d')?.putImageData(image, 0, 0);
    return canvas;
  }

  /** Where the largest slice is; undefined where nothing was recorded. */
  largest(): { readonly x: number; readonly lane: number } | undefined {
    const { slices, width } = this;
    const { bytes } = this.#model;
    let best = -1;
    for (let i = 0; i < slices.length; i++) {
      if (slices[i] >= 0 && (best < 0 || bytes[slices[i]] > bytes[slices[best]])) best = i;
    }
    return best < 0 ? undefined : { x: best % width, lane: Math.floor(best / width) };
  }

  /** The pixels of a lane that show a slice; undefined where larger ones cover it. */
  extentOf(
    slice: number,
    lane: number,
  ): { readonly left: number; readonly right: number } | undefined {
    const line = this.slices.subarray(lane * this.width, (lane + 1) * this.width);
    const left = line.indexOf(slice);
    return left < 0 ? undefined : { left, right: line.lastIndexOf(slice) + 1 };
  }

  #lay(group: number, offset: number, time: TimeMap): void {
    const { bytes, recordings } = this.#model;
    for (const recording of recordings[group]) {
      for (let i = 0; i < recording.slices; i++) {
        const slice = recording.first + i;
        const { left, right } = sliceSpan(recording, slice);
        const from = Math.min(this.width - 1, Math.floor(time.x(left)));
        const to = Math.min(this.width, Math.max(from + 1, Math.ceil(time.x(right) - 0.5)));
        for (let x = from; x < to; x++) {
          const shown = this.slices[offset + x];
          if (shown < 0 || bytes[shown] < bytes[slice]) this.slices[offset + x] = slice;
        }
      }
    }
  }
}
