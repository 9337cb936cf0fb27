import { SharpCanvas } from '../dom/canvas.js';
import { element } from '../dom/element.js';
import type { Tooltip } from '../dom/tooltip.js';
import { formatDuration } from '../format/time.js';
import type { Themes } from '../style/theme.js';
import { t } from '../text/text.js';
import { HeatBitmap } from './heat-bitmap.js';
import { HeatColours } from './heat-colours.js';
import { HeatHead } from './heat-head.js';
import { HeatLegend } from './heat-legend.js';
import { HeatLink } from './heat-link.js';
import { type HeatLayout, paintCuts, paintPeak, paintRows, rowsOfLanes } from './heat-painter.js';
import { heatRows } from './heat-rows.js';
import type { OverviewModel } from './model.js';
import { TimeMap } from './time-map.js';

const LABEL_PX = 118;
const RIGHT_PX = 14;
/** How high a lane is; below the least, rows scroll. */
const LEAST_PX = 3;
const MOST_PX = 24;
/** On large screens a lane may be this part of the window. */
const MOST_SHARE = 0.02;
/** The most of the window that the rows take. */
const ROWS_SHARE = 0.4;
const ROWS_LEAST_PX = 150;

/** Live bytes over (rank, time): one row a rank, each cell a way into the page of its group. */
export class HeatMap {
  readonly node: HTMLElement;
  readonly #model: OverviewModel;
  readonly #all: readonly number[];
  readonly #themes: Themes;
  readonly #tooltip: Tooltip;
  readonly #head: HeatHead;
  readonly #legend = new HeatLegend();
  readonly #link: HeatLink;
  readonly #canvas = new SharpCanvas('heat-canvas');
  readonly #body = element('div', { class: 'heat-body', testId: 'heat-body' });
  readonly #scroller: HTMLElement;
  readonly #fromZero = checkBox();
  readonly #shorten = checkBox();
  #shown: readonly number[];
  #time: TimeMap;
  #bitmap: HeatBitmap;
  #picture: HTMLCanvasElement | undefined;
  #colours: HeatColours;
  #layout: HeatLayout;
  /** Where the largest cell of those shown is. */
  #highest: { readonly x: number; readonly lane: number } | undefined;

  constructor(
    model: OverviewModel,
    groups: readonly number[],
    heading: string,
    { themes, tooltip }: { readonly themes: Themes; readonly tooltip: Tooltip },
  ) {
    this.#model = model;
    this.#all = groups;
    this.#shown = groups;
    this.#themes = themes;
    this.#tooltip = tooltip;
    this.#head = new HeatHead(model, groups);
    this.#link = new HeatLink(model, tooltip);
    this.#colours = this.#scale();
    this.#time = this.#timeMap(1);
    this.#bitmap = new HeatBitmap(model, [], this.#time, 1);
    this.#layout = this.#arrange(1, []);
    this.#body.append(this.#canvas.node, this.#link.node);
    this.#scroller = element('div', { class: 'heat-scroll' }, [this.#head.node, this.#body]);
    const shorten = labelled(this.#shorten, t('heatShorten'), t('heatShortenTitle'));
    shorten.hidden = !this.#timeMap(1000).isCut;
    this.node = element('section', { class: 'heat', testId: 'heat-map' }, [
      element('div', { class: 'heat-heading' }, [
        element('h2', { text: heading }),
        this.#legend.node,
        element('span', { class: 'grow' }),
        labelled(this.#fromZero, t('heatFromZero'), t('heatFromZeroTitle')),
        shorten,
      ]),
      this.#scroller,
    ]);
    this.#listen();
  }

  /** Shows only some groups. */
  filter(groups: ReadonlySet<number>): void {
    this.#shown = this.#all.filter((group) => groups.has(group));
    this.node.hidden = this.#shown.length === 0;
    this.#scroller.scrollTop = 0;
    this.update();
  }

  /** Draws all anew: for another width, other groups, other colours. */
  update(): void {
    const width = Math.max(1, this.#scroller.clientWidth - LABEL_PX - RIGHT_PX);
    const rows = heatRows(this.#model, this.#shown);
    this.#time = this.#timeMap(width);
    this.#layout = this.#arrange(width, rows);
    this.#bitmap = new HeatBitmap(this.#model, rows, this.#time, width);
    const { laneHeight, rowOfLane, height } = this.#layout;
    this.#body.style.height = `${rowOfLane.length * laneHeight}px`;
    this.#canvas.node.style.top = `${this.#head.height}px`;
    this.#scroller.style.maxHeight = `${height + this.#head.height}px`;
    this.#highest = this.#bitmap.largest();
    this.#colour();
    this.#toHighest();
  }

  #colour(): void {
    this.#colours = this.#scale();
    this.#picture = this.#bitmap.paint(this.#colours);
    this.#legend.show(this.#colours);
    const { width } = this.#layout;
    this.#head.paint(this.#shown, this.#time, width, this.#themes.current);
    this.#paint();
  }

  #paint(): void {
    if (this.#picture === undefined) return;
    const theme = this.#themes.current;
    const layout = { ...this.#layout, top: this.#scroller.scrollTop };
    const { labelWidth, laneHeight, height, width, top } = layout;
    const context = this.#canvas.begin(labelWidth + width + RIGHT_PX, height);
    paintRows(context, this.#picture, layout, theme);
    paintCuts(context, this.#time, layout, theme);
    if (this.#highest === undefined) return;
    const { x, lane } = this.#highest;
    const at = lane * laneHeight - top + laneHeight / 2;
    if (at > -8 && at < height + 8) paintPeak(context, labelWidth + x + 0.5, at, theme);
  }

  #timeMap(width: number): TimeMap {
    // The axis is that of all groups, whichever are shown.
    const spans = this.#all.flatMap((group) =>
      this.#model.recordings[group].map(({ startNs, endNs }) => ({ left: startNs, right: endNs })),
    );
    return new TimeMap(
      spans.length === 0 ? [{ left: 0, right: 1 }] : spans,
      width,
      this.#shorten.checked,
    );
  }

  /** The scale is that of all groups too: a rank keeps its colours when others are hidden. */
  #scale(): HeatColours {
    let [low, high] = [Number.POSITIVE_INFINITY, 0];
    for (const group of this.#all) {
      for (const { first, slices } of this.#model.recordings[group]) {
        for (let slice = first; slice < first + slices; slice++) {
          low = Math.min(low, this.#model.bytes[slice]);
          high = Math.max(high, this.#model.bytes[slice]);
        }
      }
    }
    const isDark = matchMedia('(prefers-color-scheme: dark)').matches;
    return new HeatColours(this.#fromZero.checked ? 0 : Math.min(low, high), high, isDark);
  }

  #arrange(width: number, rows: HeatLayout['rows']): HeatLayout {
    const rowOfLane = rowsOfLanes(rows);
    const room = Math.max(ROWS_LEAST_PX, window.innerHeight * ROWS_SHARE);
    const fitting = Math.floor(room / Math.max(1, rowOfLane.length));
    const most = Math.max(MOST_PX, Math.floor(window.innerHeight * MOST_SHARE));
    const laneHeight = Math.min(most, Math.max(LEAST_PX, fitting));
    const height = Math.min(room, rowOfLane.length * laneHeight);
    return { rows, rowOfLane, laneHeight, labelWidth: LABEL_PX, width, top: 0, height };
  }

  #toHighest(): void {
    const highest = this.#highest;
    this.#link.node.hidden = highest === undefined;
    if (highest !== undefined) this.#go(highest.x, highest.lane);
  }

  /** Moves the link to the cell at a place; whether there is one. */
  #go(x: number, lane: number): boolean {
    const { width, slices } = this.#bitmap;
    const slice = slices[lane * width + x];
    const extent = slice < 0 ? undefined : this.#bitmap.extentOf(slice, lane);
    if (extent === undefined) return false;
    const { labelWidth, laneHeight } = this.#layout;
    this.#link.place({
      slice,
      left: labelWidth + extent.left,
      top: lane * laneHeight,
      width: extent.right - extent.left,
      height: laneHeight,
    });
    return true;
  }

  #listen(): void {
    const { node: link } = this.#link;
    this.#scroller.addEventListener('scroll', () => {
      // Keys scroll to the cell that they tell of.
      if (!link.matches(':focus')) this.#tooltip.hide();
      this.#paint();
    });
    this.#body.addEventListener('pointermove', (event) => this.#point(event));
    // A finger comes from nowhere: its first touch tells of the cell, the next one opens it.
    this.#body.addEventListener('pointerdown', (event) => this.#point(event));
    this.#body.addEventListener('pointerleave', () => this.#tooltip.hide());
    link.addEventListener('keydown', (event) => this.#key(event));
    link.addEventListener('focus', () => {
      if (link.matches(':focus-visible')) this.#tell();
    });
    link.addEventListener('blur', () => this.#tooltip.hide());
    this.#fromZero.addEventListener('change', () => this.#colour());
    this.#shorten.addEventListener('change', () => this.update());
  }

  #point({ clientX, clientY }: PointerEvent): void {
    const { left, top } = this.#body.getBoundingClientRect();
    const { labelWidth, laneHeight, rowOfLane, width } = this.#layout;
    const x = Math.floor(clientX - left - labelWidth);
    const lane = Math.floor((clientY - top) / laneHeight);
    const isInside = x >= 0 && x < width && lane >= 0 && lane < rowOfLane.length;
    const cut = this.#time.cutAt(x);
    if (isInside && this.#go(x, lane)) this.#tell(clientX, clientY);
    else {
      this.#link.node.hidden = !this.#link.node.matches(':focus');
      if (!isInside) this.#tooltip.hide();
      else if (cut === undefined) {
        this.#tooltip.show([{ text: t('notRecordedHere') }], clientX, clientY);
      } else {
        const time = formatDuration(cut.right - cut.left);
        this.#tooltip.show([{ text: t('heatCut', { time }) }], clientX, clientY);
      }
    }
  }

  #tell(clientX?: number, clientY?: number): void {
    const { slice, node } = this.#link;
    if (slice === undefined) return;
    const box = node.getBoundingClientRect();
    const colour = this.#colours.css(this.#model.bytes[slice]);
    this.#link.tell(colour, clientX ?? box.right, clientY ?? box.bottom);
  }

  #key(event: KeyboardEvent): void {
    const steps: Record<string, readonly [number, number]> = {
      ArrowLeft: [-1, 0],
      ArrowRight: [1, 0],
      ArrowUp: [0, -1],
      ArrowDown: [0, 1],
    };
    const step = steps[event.key];
    if (step === undefined || this.#link.slice === undefined) return;
    event.preventDefault();
    const { labelWidth, laneHeight } = this.#layout;
    const box = this.#link.node.getBoundingClientRect();
    const body = this.#body.getBoundingClientRect();
    const lane = Math.round((box.top - body.top) / laneHeight);
    const left = Math.round(box.left - body.left) - labelWidth;
    const found =
      step[1] === 0
        ? this.#along(left, lane, step[0])
        : this.#across(left + Math.floor(box.width / 2), lane, step[1]);
    if (found === undefined) return;
    this.#go(found.x, found.lane);
    this.#link.node.scrollIntoView({ block: 'nearest' });
    this.#tell();
  }

  /** The next cell of a lane. */
  #along(from: number, lane: number, step: number) {
    const { width, slices } = this.#bitmap;
    for (let x = from; x >= 0 && x < width; x += step) {
      const slice = slices[lane * width + x];
      if (slice >= 0 && slice !== this.#link.slice) return { x, lane };
    }
    return undefined;
  }

  /** The nearest cell of the next lane that has any. */
  #across(x: number, from: number, step: number) {
    const { width, lanes, slices } = this.#bitmap;
    for (let lane = from + step; lane >= 0 && lane < lanes; lane += step) {
      for (let away = 0; away < width; away++) {
        for (const at of [x - away, x + away]) {
          if (at >= 0 && at < width && slices[lane * width + at] >= 0) return { x: at, lane };
        }
      }
    }
    return undefined;
  }
}

function checkBox(): HTMLInputElement {
  const box = element('input', { attributes: { type: 'checkbox' } });
  box.checked = true;
  return box;
}

function labelled(box: HTMLInputElement, text: string, title: string): HTMLElement {
  return element('label', { class: 'check', title }, [box, text]);
}
