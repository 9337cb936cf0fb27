import type { AllocatorHistory, AllocatorState } from '@rl-insight/memory-model';
import type { ColourChoice } from '../colour/colour-choice.js';
import { DIMMED } from '../colour/colouring.js';
import type { Group } from '../data/group.js';
import type { LazyPart } from '../data/lazy-part.js';
import type { Windows } from '../data/windows.js';
import { SharpCanvas } from '../dom/canvas.js';
import { element } from '../dom/element.js';
import { Measured } from '../dom/measured.js';
import { onResize } from '../dom/on-resize.js';
import type { Tooltip, TooltipLine } from '../dom/tooltip.js';
import { LaneLabels, type LaneName } from '../lanes/lane-labels.js';
import type { Themes } from '../style/theme.js';
import { t } from '../text/text.js';
import type { Frames } from '../view/frames.js';
import { GUTTER_PX, plotWidth } from '../view/geometry.js';
import { StackedRows } from '../view/stacked-rows.js';
import type { ViewState } from '../view/view-state.js';
import { AllocatorBar } from './allocator-bar.js';
import { AllocatorNow } from './allocator-now.js';
import { fullestState } from './fullest-state.js';
import { paintChosen } from './paint-chosen.js';
import { poolName } from './pool-names.js';
import { SegmentHand } from './segment-hand.js';
import { SegmentMap } from './segment-map.js';
import { SegmentPainter } from './segment-painter.js';
import { spanLines } from './span-tooltip.js';

export interface AllocatorChartParts {
  readonly group: Group;
  readonly windows: Windows;
  /** Undefined where nobody tells of segments. */
  readonly history: LazyPart<AllocatorHistory> | undefined;
  readonly view: ViewState;
  readonly frames: Frames;
  readonly themes: Themes;
  readonly colours: ColourChoice;
  readonly tooltip: Tooltip;
  readonly onPick: (allocation: number) => void;
  /** Brings a time into view. */
  readonly reveal: (ns: number) => void;
}

/** What is said above the segments takes a line more or less, which is no reason for another scale. */
const MOST_CHANGE_PX = 48;
/** No element of a page can be higher than some 30 million px; this leaves room. */
const MOST_LINES = 400_000;

/** The segments of the allocator at the moment: what in them is allocated, wasted, waiting and free. */
export class AllocatorChart {
  readonly node = element('section', {
    class: 'allocator-chart',
    testId: 'allocator-chart',
    attributes: { 'aria-label': t('allocatorChart'), hidden: '' },
  });
  readonly #parts: AllocatorChartParts;
  readonly #now: AllocatorNow | undefined;
  readonly #bar: AllocatorBar | undefined;
  readonly #area = element('div', { class: 'segments' });
  readonly #canvas = new SharpCanvas('segments-canvas');
  readonly #painter = new SegmentPainter();
  readonly #labels = new LaneLabels();
  readonly #size = new Measured(this.#area);
  readonly #nothing = element('p', { class: 'nothing' });
  readonly #hand: SegmentHand;
  /** Undefined: so that all is seen when most is reserved. */
  #bytesPerPx: number | undefined;
  #fit:
    | { readonly width: number; readonly height: number; readonly bytesPerPx: number }
    | undefined;
  #map: SegmentMap | undefined;
  #names: readonly LaneName[] = [];
  /** What the map is of. */
  #mapped = '';

  constructor(parts: AllocatorChartParts) {
    this.#parts = parts;
    const { history, view } = parts;
    const repaint = () => parts.frames.request(this.paint);
    this.#hand = new SegmentHand({
      tooltip: parts.tooltip,
      under: (x, y) => this.#under(x, y),
      click: (x, y) => this.#click(x, y),
      zoom: (factor, x, y) => this.#zoom(factor, x, y),
      onScroll: repaint,
    });
    this.#labels.node.addEventListener('wheel', this.#hand.scrollBy, { passive: false });
    this.#area.append(this.#canvas.node, this.#labels.node, this.#hand.node, this.#nothing);
    this.#nothing.textContent = t(history === undefined ? 'noSegments' : 'segmentsLoading');
    if (history !== undefined) {
      this.#now = new AllocatorNow({ ...parts, history });
      this.#bar = new AllocatorBar({
        ...{ ...parts, now: this.#now },
        zoom: (factor) => this.#zoom(factor, 0, this.#hand.top),
      });
      this.node.append(this.#bar.node);
      history.onLoaded(repaint);
    }
    this.node.append(this.#area);
    for (const aspect of ['moment', 'segments', 'selection'] as const) view.on(aspect, repaint);
    parts.windows.onLoaded(repaint);
    parts.colours.onChange(repaint);
    onResize(this.#area, repaint);
  }

  /** Resolves when what it shows is loaded, and will be drawn with the next frame. */
  async load(): Promise<void> {
    await this.#parts.history?.load();
  }

  /** Goes to the event before or after. */
  async step(by: -1 | 1): Promise<void> {
    await this.#now?.step(by);
  }

  /** Draws the segments with the names of their pools, for a picture of them. */
  paintOn(context: CanvasRenderingContext2D): void {
    context.drawImage(this.#canvas.node, 0, 0, this.#size.width, this.#size.height);
    this.#labels.paintOn(context, this.#parts.themes.current);
  }

  readonly paint = (): void => {
    if (this.node.hidden || this.#now === undefined) return;
    const { history, state } = this.#now;
    if (history === undefined || state === undefined) return;
    this.#bar?.update();
    const { width, height } = this.#size;
    const map = this.#mapOf(history, state);
    this.#nothing.textContent = t('noSegmentsThen');
    this.#nothing.hidden = state.segments.position.length > 0;
    const { themes, view } = this.#parts;
    const { top } = this.#hand;
    const context = this.#canvas.begin(width, height);
    this.#painter.isDimmed = this.#dimmed(history);
    this.#painter.paint(context, map, GUTTER_PX, top, height, themes.current);
    context.save();
    context.translate(GUTTER_PX, -top);
    if (view.selected !== undefined) {
      paintChosen(context, map, history, view.selected, themes.current);
    }
    context.restore();
    this.#placeNames(map, top, height);
  };

  /** Which blocks are not looked for; undefined where all are. */
  #dimmed({ blocks }: AllocatorHistory): ((block: number) => boolean) | undefined {
    const { isSearching, places } = this.#parts.colours;
    return isSearching ? (block) => places[blocks.row[block]] === DIMMED : undefined;
  }

  /** The name of a pool that is higher than the view stands in the middle of what is seen of it. */
  #placeNames({ rows }: SegmentMap, top: number, height: number): void {
    const [first, end] = rows.between(top, top + height);
    const seen = (px: number) => Math.min(top + height, Math.max(top, px));
    const heights = this.#names
      .slice(first, end)
      .map((_, i) => seen(rows.tops[first + i + 1]) - seen(rows.tops[first + i]));
    this.#labels.place(this.#names.slice(first, end), new StackedRows(heights), 0, height);
  }

  #mapOf(history: AllocatorHistory, state: AllocatorState): SegmentMap {
    const width = plotWidth(this.#size.width);
    const { height } = this.#size;
    const change = Math.abs(height - (this.#fit?.height ?? Number.POSITIVE_INFINITY));
    if (this.#fit?.width !== width || change > MOST_CHANGE_PX) {
      // The scale is that of one state, so that segments stay as long as they are from event to event.
      const bytesPerPx = SegmentMap.fit(fullestState(history), width, height);
      this.#fit = { width, height, bytesPerPx };
    }
    const { segments: order } = this.#parts.view.choices;
    const bytesPerPx = this.#bytesPerPx ?? this.#fit.bytesPerPx;
    const key = [state.at, order, width, bytesPerPx].join(' ');
    if (this.#map === undefined || this.#mapped !== key) {
      this.#map = new SegmentMap(state, order, width, bytesPerPx);
      this.#mapped = key;
      this.#names = state.pools.map((pool) => poolName(history, pool));
      this.#hand.contentHeight = this.#map.rows.height;
    }
    return this.#map;
  }

  /** Keeps what is at a height where it is. */
  #zoom(factor: number | undefined, x: number, y: number): void {
    const map = this.#map;
    if (map === undefined || this.#now === undefined) return;
    // All that there is, in the room that there is now.
    if (factor === undefined) this.#fit = undefined;
    const shown = y - this.#hand.top;
    const place = map.tapeAt(x, y);
    const least = Math.max(1, map.state.reservedBytes / (map.width * MOST_LINES));
    const wanted = map.bytesPerPx / (factor ?? 0);
    const isWhole = this.#fit === undefined || wanted >= this.#fit.bytesPerPx;
    this.#bytesPerPx = isWhole ? undefined : Math.max(least, wanted);
    const { state, history } = this.#now;
    if (state === undefined || history === undefined) return;
    const zoomed = this.#mapOf(history, state);
    if (place !== undefined) this.#hand.top = zoomed.heightOf(place) - shown;
    this.#parts.frames.request(this.paint);
  }

  #under(x: number, y: number): readonly TooltipLine[] | undefined {
    const { history, state } = this.#now ?? {};
    const span = this.#map?.spanAt(x, y) ?? -1;
    if (span < 0 || history === undefined || state === undefined) return undefined;
    return spanLines(this.#parts.group, history, state, span);
  }

  #click(x: number, y: number): void {
    const { history, state } = this.#now ?? {};
    const span = this.#map?.spanAt(x, y) ?? -1;
    const block = state?.spans.block[span] ?? -1;
    if (block < 0 || history === undefined) return;
    this.#parts.tooltip.hide();
    this.#parts.onPick(history.blocks.row[block]);
  }
}
