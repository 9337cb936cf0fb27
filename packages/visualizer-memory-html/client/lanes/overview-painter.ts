import { OTHERS } from '../colour/colouring.js';
import type { Group } from '../data/group.js';
import { PixelCanvas, pixelOf } from '../dom/pixel-canvas.js';
import type { Theme } from '../style/theme.js';
import { GUTTER_PX } from '../view/geometry.js';
import type { TimeScale } from '../view/time-scale.js';
import { DENSE_SHARES, inksOf } from './bar-inks.js';
import type { Lane } from './lane.js';
import { type LaneLayout, rowHeight, rowTop } from './lane-layout.js';

/** Sixteenths of an allocation that is there all the time. */
const UNITS = 16;

/** Lanes for as long as their allocations are not loaded: how full each part of the time is. */
export class OverviewPainter {
  readonly lanes: readonly Lane[];
  readonly #group: Group;
  readonly #pixels = new PixelCanvas();

  constructor(group: Group) {
    this.#group = group;
    this.lanes = group.data.lanes.map((lane) => ({
      ...lane,
      title: group.nameOf(lane.name),
      // One row, of which nothing is known but how full it is.
      rows: [NO_ROW],
      deep: undefined,
    }));
  }

  paint(
    context: CanvasRenderingContext2D,
    layout: LaneLayout,
    scale: TimeScale,
    top: number,
    height: number,
    theme: Theme,
  ): void {
    const { laneFill, extent } = this.#group;
    const parts = laneFill.length / Math.max(1, this.lanes.length);
    const partNs = (extent.right - extent.left) / parts;
    const first = Math.max(0, Math.floor((scale.left - extent.left) / partNs));
    const end = Math.min(parts, Math.ceil((scale.right - extent.left) / partNs));
    const width = partNs * scale.pxPerNs;
    const [from, to] = layout.between(top, top + height);
    const inks = inksOf(theme);
    this.#pixels.begin(scale.width, height, pixelOf(theme.plotGround));
    for (let lane = from; lane < to; lane++) {
      const y = layout.tops[lane] - top + rowTop(this.lanes[lane], 0);
      // The largest operators have the colours that they will have.
      const { dense } = inks[Math.min(lane, OTHERS)];
      const high = rowHeight(this.lanes[lane], 0) - 1;
      for (let part = first; part < end; part++) {
        const fill = laneFill[lane * parts + part];
        if (fill === 0) continue;
        const x = scale.x(extent.left + part * partNs);
        const strength = Math.min(DENSE_SHARES.length - 1, Math.floor((fill * 4) / UNITS));
        this.#pixels.fill(x, y, width + 0.5, high, dense[strength]);
      }
    }
    this.#pixels.putOn(context, GUTTER_PX, 0);
  }
}

const NO_ROW = {
  index: new Int32Array(0),
  start: new Float64Array(0),
  end: new Float64Array(0),
  heldBefore: new Float64Array(1),
};
