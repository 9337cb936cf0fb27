import { paintAxis } from '../axis/paint-axis.js';
import { PLACES } from '../colour/colouring.js';
import type { AllocationStore } from '../data/allocation-store.js';
import { SharpCanvas } from '../dom/canvas.js';
import { element } from '../dom/element.js';
import { Measured } from '../dom/measured.js';
import type { TooltipLine } from '../dom/tooltip.js';
import { byteTicks, fullBytes } from '../format/bytes.js';
import { formatMoment } from '../format/time.js';
import { allocationLines } from '../lanes/lane-tooltip.js';
import type { LanesParts } from '../lanes/lanes-chart.js';
import { t } from '../text/text.js';
import { CursorLine } from '../view/cursor-line.js';
import { AXIS_PX, GUTTER_PX, plotWidth } from '../view/geometry.js';
import { followPointer } from '../view/pointer.js';
import { TimeScale } from '../view/time-scale.js';
import { momentsOf } from './columns.js';
import { type DurationClass, durationClasses } from './duration-classes.js';
import { type MapLayout, MapPlanner } from './layout.js';
import { type MapHit, mapHit } from './map-hit.js';
import { MapRaster } from './raster.js';

const TOP_PX = 6;
const PX_PER_TICK = 44;
/** Room above the highest level. */
const HEADROOM = 1.04;
/** Blocks from this size on have their operator's name on them. */
const NAMED_WIDTH_PX = 90;
const NAMED_HEIGHT_PX = 13;
const MOST_NAMES = 40;
const HALF_DIGIT_PX = 2.7;

/**
 * Live allocations on each other over time: the outline is live bytes, the area is what held them.
 * Each column of pixels is the moment of its time with most live bytes.
 */
export class MapChart {
  readonly node = element('section', {
    class: 'memory-map',
    testId: 'memory-map',
    attributes: { 'aria-label': t('memoryMap') },
  });
  readonly #parts: LanesParts;
  readonly #canvas = new SharpCanvas('map-canvas');
  readonly #raster = new MapRaster();
  readonly #hand = element('div', { class: 'hand pans' });
  readonly #size = new Measured(this.node);
  readonly #loading = element('p', { class: 'nothing', text: t('mapLoading') });
  #classes: readonly DurationClass[] = [];
  #isStale = false;
  #layout: MapLayout | undefined;
  #bytesPerPx = 1;
  #panFrom: { readonly x: number; readonly range: { left: number; right: number } } | undefined;

  constructor(parts: LanesParts) {
    this.#parts = parts;
    const cursor = new CursorLine(parts.view, () => this.#scale);
    const over = element('div', { class: 'over-lanes' }, [cursor.node]);
    this.node.append(this.#canvas.node, over, this.#hand, this.#loading);
    const repaint = () => parts.frames.request(this.paint);
    parts.view.on('range', repaint);
    parts.view.on('selection', repaint);
    parts.colours.onChange(repaint);
    this.#followHand();
  }

  /** Draws the chart as it is, for a picture of it. */
  paintOn(context: CanvasRenderingContext2D): void {
    context.drawImage(this.#canvas.node, 0, 0, this.#size.width, this.#size.height);
  }

  /** Takes what is loaded by now, once it is looked at. */
  update(): void {
    this.#isStale = true;
    this.#parts.frames.request(this.paint);
  }

  #build(): void {
    this.#isStale = false;
    const { store } = this.#parts.group;
    this.#classes = durationClasses(loadedByBegin(store), store);
  }

  readonly paint = (): void => {
    if (this.node.hidden) return;
    if (this.#isStale) this.#build();
    const { view, themes, windows, group, colours } = this.#parts;
    const { width: fullWidth, height: fullHeight } = this.#size;
    const theme = themes.current;
    const scale = this.#scale;
    const height = this.#height;
    const columns = Math.max(1, Math.floor(scale.width));
    const moments = momentsOf(group.lines.live, scale, columns);
    const highest = moments.bytes.reduce((most, bytes) => Math.max(most, bytes), 1);
    this.#bytesPerPx = (highest * HEADROOM) / height;
    const isThere = windows.covers(view.range) && this.#classes.length > 0;
    this.#loading.hidden = isThere || group.data.rows === 0;
    const { store } = group;
    const source = {
      startNs: store.startNs,
      classes: isThere ? this.#classes : [],
      placeOf: colours.places,
      places: PLACES,
    };
    const layout = new MapPlanner(source, scale, moments, this.#bytesPerPx).plan();
    this.#layout = layout;
    const context = this.#canvas.begin(fullWidth, fullHeight);
    context.fillStyle = theme.plotGround;
    context.fillRect(GUTTER_PX, 0, scale.width, height + TOP_PX);
    const size = {
      columns,
      height,
      bytesPerPx: this.#bytesPerPx,
      bytesOf: (row: number) => store.bytes[row],
    };
    const picture = this.#raster.draw(layout, colours.places, size, theme);
    this.#raster.drawOn(context, GUTTER_PX, TOP_PX);
    this.#paintNames(context, layout, picture.middle);
    this.#paintLevels(context, highest * HEADROOM, height);
    const place = { left: GUTTER_PX, top: 0, bottom: height + TOP_PX };
    paintAxis(context, scale, place, theme);
    if (view.selected !== undefined) this.#frame(context, layout, view.selected);
  };

  get #height(): number {
    return Math.max(20, this.#size.height - AXIS_PX - TOP_PX);
  }

  get #scale(): TimeScale {
    return new TimeScale(this.#parts.view.range, plotWidth(this.#size.width));
  }

  #paintLevels(context: CanvasRenderingContext2D, most: number, height: number): void {
    const theme = this.#parts.themes.current;
    context.font = '11px system-ui, sans-serif';
    context.textAlign = 'right';
    context.textBaseline = 'middle';
    for (const { bytes, text } of byteTicks(
      0,
      most,
      Math.max(2, Math.floor(height / PX_PER_TICK)),
    )) {
      const y = Math.round(TOP_PX + height - bytes / this.#bytesPerPx) + 0.5;
      context.strokeStyle = theme.grid;
      context.beginPath();
      context.moveTo(GUTTER_PX, y);
      context.lineTo(GUTTER_PX + plotWidth(this.#size.width), y);
      context.stroke();
      context.fillStyle = theme.mutedText;
      context.fillText(text, GUTTER_PX - 6, y);
    }
  }

  /** Writes the operator on blocks that are large enough. */
  #paintNames(
    context: CanvasRenderingContext2D,
    { blocks }: MapLayout,
    middleBytes: Float64Array,
  ): void {
    const { group, themes } = this.#parts;
    context.font = '10px system-ui, sans-serif';
    context.textAlign = 'left';
    context.textBaseline = 'middle';
    context.fillStyle = themes.current.overlappingBarText;
    let named = 0;
    for (let i = 0; i < blocks.count && named < MOST_NAMES; i++) {
      const width = blocks.last[i] - blocks.first[i];
      if (width < NAMED_WIDTH_PX) continue;
      const bytes = group.store.bytes[blocks.row[i]];
      if (bytes < NAMED_HEIGHT_PX * this.#bytesPerPx) continue;
      const middle = (blocks.first[i] + blocks.last[i]) >> 1;
      const y = TOP_PX + this.#height - (middleBytes[i] + bytes / 2) / this.#bytesPerPx;
      const name = group.operatorName(blocks.row[i]).slice(0, width / (2 * HALF_DIGIT_PX));
      const from = Math.max(blocks.first[i], middle - name.length * HALF_DIGIT_PX);
      context.fillText(name, GUTTER_PX + from + 4, y);
      named++;
    }
  }

  /** Where the blocks begin above the bottom, by column. */
  #baseOf({ moments, tallBytes, lowBytes }: MapLayout, columns: number): Float64Array {
    const level = new Float64Array(columns);
    for (let x = 0; x < columns; x++) {
      let base = moments.bytes[x] - tallBytes[x];
      for (const low of lowBytes) base -= low[x];
      level[x] = Math.max(0, base);
    }
    return level;
  }

  /** Draws a frame around a block. */
  #frame(context: CanvasRenderingContext2D, layout: MapLayout, row: number): void {
    const { group, themes } = this.#parts;
    const { blocks } = layout;
    const place = blocks.row.indexOf(row);
    if (place < 0) return;
    const level = this.#baseOf(layout, layout.moments.timeNs.length);
    for (let i = 0; i < place; i++) {
      const bytes = group.store.bytes[blocks.row[i]];
      for (let x = blocks.first[i]; x <= blocks.last[i]; x++) level[x] += bytes;
    }
    const high = group.store.bytes[row] / this.#bytesPerPx;
    const y = (x: number) => TOP_PX + this.#height - level[x] / this.#bytesPerPx;
    const path = new Path2D();
    for (let x = blocks.first[place]; x <= blocks.last[place]; x++) {
      path.lineTo(GUTTER_PX + x, y(x) - high);
      path.lineTo(GUTTER_PX + x + 1, y(x) - high);
    }
    for (let x = blocks.last[place]; x >= blocks.first[place]; x--) {
      path.lineTo(GUTTER_PX + x + 1, y(x));
      path.lineTo(GUTTER_PX + x, y(x));
    }
    path.closePath();
    context.strokeStyle = themes.current.plotGround;
    context.lineWidth = 4;
    context.stroke(path);
    context.strokeStyle = themes.current.text;
    context.lineWidth = 2;
    context.stroke(path);
  }

  #hit(x: number, y: number): MapHit | undefined {
    const layout = this.#layout;
    const column = Math.floor(x);
    if (layout === undefined || column < 0 || column >= layout.moments.timeNs.length)
      return undefined;
    const bytes = (TOP_PX + this.#height - y) * this.#bytesPerPx;
    if (bytes < 0) return undefined;
    return mapHit(layout, (row) => this.#parts.group.store.bytes[row], column, bytes);
  }

  #followHand(): void {
    const { view, control, tooltip } = this.#parts;
    followPointer(this.#hand, {
      hover: (x, y, event) => {
        view.setCursor(this.#scale.ns(x));
        const hit = this.#hit(x, y);
        this.#hand.classList.toggle('over-bar', hit?.kind === 'one');
        if (hit === undefined) tooltip.hide();
        else tooltip.show(this.#tooltip(hit, x), event.clientX, event.clientY);
      },
      leave: () => {
        view.setCursor(undefined);
        tooltip.hide();
      },
      click: (x, y) => {
        const hit = this.#hit(x, y);
        if (hit?.kind === 'one') this.#parts.onPick(hit.row);
      },
      doubleClick: () => control.reset(),
      dragStart: (x) => {
        tooltip.hide();
        view.setCursor(undefined);
        this.#panFrom = { x, range: view.range };
      },
      drag: (x) => {
        const from = this.#panFrom;
        if (from !== undefined) control.pan(from.range, (from.x - x) * this.#scale.nsPerPx);
      },
      dragEnd: () => {
        this.#panFrom = undefined;
      },
      wheel: (x, _y, event) => {
        event.preventDefault();
        tooltip.hide();
        control.wheel(this.#scale, x, event);
      },
    });
  }

  #tooltip(hit: MapHit, x: number): TooltipLine[] {
    const { group, colours } = this.#parts;
    if (hit.kind === 'one') return allocationLines(group, hit.row);
    const at = this.#layout?.moments.timeNs[Math.floor(x)] ?? 0;
    const moment = { label: t('moment'), text: formatMoment(at) };
    if (hit.kind === 'before') {
      return [
        { text: t('beforeBlocks'), strong: true },
        { label: t('sizeTogether'), text: fullBytes(hit.bytes) },
        moment,
      ];
    }
    return [
      { text: colours.textOf(hit.place), strong: true },
      { text: t('lowBlocks') },
      { label: t('sizeTogether'), text: fullBytes(hit.bytes) },
      moment,
    ];
  }
}

/** Numbers of the allocations that are loaded, by begin. */
function loadedByBegin(store: AllocationStore): Int32Array {
  const { startNs } = store;
  const rows = new Int32Array(store.rows);
  let count = 0;
  let isSorted = true;
  for (let row = 0; row < store.rows; row++) {
    if (!store.has(row)) continue;
    isSorted &&= count === 0 || startNs[rows[count - 1]] <= startNs[row];
    rows[count++] = row;
  }
  const loaded = rows.subarray(0, count);
  // Blocks from before a capture are not in the order of their numbers.
  return isSorted ? loaded : loaded.sort((a, b) => startNs[a] - startNs[b] || a - b);
}
