import { paintAxis } from '../axis/paint-axis.js';
import type { ColourChoice } from '../colour/colour-choice.js';
import type { Group } from '../data/group.js';
import type { Windows } from '../data/windows.js';
import { SharpCanvas } from '../dom/canvas.js';
import { element } from '../dom/element.js';
import { Measured } from '../dom/measured.js';
import type { Tooltip } from '../dom/tooltip.js';
import type { Themes } from '../style/theme.js';
import { t } from '../text/text.js';
import { CursorLine } from '../view/cursor-line.js';
import type { Frames } from '../view/frames.js';
import { AXIS_PX, GUTTER_PX, plotWidth } from '../view/geometry.js';
import type { RangeControl } from '../view/range-control.js';
import { ScrolledHand, type UnderPointer } from '../view/scrolled-hand.js';
import { TimeScale } from '../view/time-scale.js';
import type { ViewState } from '../view/view-state.js';
import { type Hit, hitAt } from './hit.js';
import type { Lane } from './lane.js';
import { LaneLabels } from './lane-labels.js';
import { LaneLayout } from './lane-layout.js';
import { laneTooltip } from './lane-tooltip.js';
import { Lanes } from './lanes.js';
import { LanesPainter } from './lanes-painter.js';
import { OverviewPainter } from './overview-painter.js';
import { paintSelection } from './selection.js';

export interface LanesParts {
  readonly group: Group;
  readonly windows: Windows;
  readonly view: ViewState;
  readonly control: RangeControl;
  readonly frames: Frames;
  readonly themes: Themes;
  readonly tooltip: Tooltip;
  readonly colours: ColourChoice;
  /** The reader has clicked an allocation. */
  readonly onPick: (allocation: number) => void;
}

const NO_LANES: readonly Lane[] = [];

/** Allocations as bars over time, a lane for each operator. */
export class LanesChart {
  readonly node = element('section', {
    class: 'allocation-chart',
    testId: 'allocation-chart',
    attributes: { 'aria-label': t('allocationChart') },
  });
  readonly #parts: LanesParts;
  readonly #lanes: Lanes;
  readonly #painter: LanesPainter;
  readonly #overview: OverviewPainter;
  readonly #canvas = new SharpCanvas('lanes-canvas');
  readonly #labels = new LaneLabels();
  readonly #hand: ScrolledHand;
  readonly #size = new Measured(this.node);
  readonly #empty = element('p', { class: 'nothing', attributes: { hidden: '' } });
  #layout = new LaneLayout([]);
  /** What the layout is of. */
  #measured: readonly Lane[] = [];

  constructor(parts: LanesParts) {
    this.#parts = parts;
    this.#lanes = new Lanes(parts.group, parts.windows);
    this.#painter = new LanesPainter(parts.group, parts.colours);
    this.#overview = new OverviewPainter(parts.group);
    const cursor = new CursorLine(parts.view, () => this.#scale);
    const over = element('div', { class: 'over-lanes' }, [cursor.node]);
    const repaint = () => parts.frames.request(this.paint);
    this.#hand = new ScrolledHand(
      {
        ...parts,
        scale: () => this.#scale,
        under: (x, y) => this.#under(x, y),
        click: (x, y) => this.#click(x, y),
      },
      repaint,
    );
    this.node.append(this.#canvas.node, this.#labels.node, over, this.#hand.node, this.#empty);
    parts.view.on('range', repaint);
    parts.view.on('selection', repaint);
    parts.colours.onChange(repaint);
    this.#labels.node.addEventListener('wheel', this.#hand.scrollBy, { passive: false });
    parts.frames.request(this.paint);
  }

  /** Resolves when all that is loaded is in the lanes, and will be drawn with the next frame. */
  async update(): Promise<void> {
    await this.#lanes.update();
    this.#parts.frames.request(this.paint);
  }

  /** Whether all of the range in view is in the lanes. */
  get isComplete(): boolean {
    return this.#lanes.cover(this.#parts.windows.reachedBy(this.#parts.view.range));
  }

  /** Scrolls to an allocation's lane. */
  reveal(allocation: number): void {
    const place = this.#lanes.placeOf(allocation);
    if (place < 0) return;
    this.#measure();
    this.#hand.reveal(this.#layout.tops[place], this.#layout.tops[place + 1]);
  }

  /** Draws the chart with the names of its lanes, for a picture of it. */
  paintOn(context: CanvasRenderingContext2D): void {
    context.drawImage(this.#canvas.node, 0, 0, this.#size.width, this.#size.height);
    this.#labels.paintOn(context, this.#parts.themes.current);
  }

  readonly paint = (): void => {
    if (this.node.hidden) return;
    const { view, themes, group } = this.#parts;
    const lanes = this.#measure();
    const { width: fullWidth, height: fullHeight } = this.#size;
    const scale = this.#scale;
    const { top } = this.#hand;
    const height = fullHeight - AXIS_PX;
    const theme = themes.current;
    const context = this.#canvas.begin(fullWidth, fullHeight);
    const place = { left: GUTTER_PX, top: 0, bottom: height };
    context.save();
    context.translate(GUTTER_PX, 0);
    context.beginPath();
    context.rect(0, 0, scale.width, height);
    context.clip();
    if (lanes === this.#overview.lanes) {
      // It is of parts of the time, which are none of an axis of events.
      if (!group.hasClock) this.#overview.paint(context, this.#layout, scale, top, height, theme);
    } else this.#painter.paint(context, lanes, this.#layout, scale, top, height, theme);
    if (lanes !== this.#overview.lanes)
      paintSelection(context, group.store, lanes, this.#layout, scale, top, view.selected, theme);
    context.restore();
    paintAxis(context, scale, place, theme);
    this.#labels.place(lanes, this.#layout, top, height);
    this.#sayEmpty();
  };

  #measure(): readonly Lane[] {
    const lanes = this.#known;
    if (this.#measured !== lanes) {
      this.#layout = new LaneLayout(lanes);
      this.#measured = lanes;
      this.#hand.contentHeight = this.#layout.height;
    }
    return lanes;
  }

  /** Bars have ends, which are not known where releases are of no allocation. */
  get #known(): readonly Lane[] {
    if (!this.#parts.group.data.paired) return NO_LANES;
    return this.isComplete ? this.#lanes.list : this.#overview.lanes;
  }

  get #scale(): TimeScale {
    return new TimeScale(this.#parts.view.range, plotWidth(this.#size.width));
  }

  #sayEmpty(): void {
    const { group, view } = this.#parts;
    const { left, right } = view.range;
    const { paired, rows } = group.data;
    const nothing = !paired || (this.isComplete && group.touching(left, right) === 0);
    this.#empty.hidden = !nothing;
    if (!nothing) return;
    const text = t(rows === 0 ? 'noAllocations' : paired ? 'noneInRange' : 'notPaired');
    if (this.#empty.textContent !== text) this.#empty.textContent = text;
  }

  #hit(x: number, y: number): Hit | undefined {
    const lanes = this.#measure();
    const { store } = this.#parts.group;
    return hitAt(store, lanes, this.#layout, this.#scale, x, y);
  }

  #under(x: number, y: number): UnderPointer | undefined {
    const hit = this.#hit(x, y);
    if (hit === undefined) return undefined;
    return { lines: laneTooltip(this.#parts.group, hit), isPickable: hit.kind !== 'lane' };
  }

  #click(x: number, y: number): void {
    const hit = this.#hit(x, y);
    const { store } = this.#parts.group;
    if (hit === undefined || hit.kind === 'lane') return;
    const picked =
      hit.kind === 'one'
        ? hit.allocation
        : hit.allocations.reduce((a, b) => (store.bytes[b] > store.bytes[a] ? b : a));
    this.#parts.tooltip.hide();
    this.#parts.onPick(picked);
  }
}
