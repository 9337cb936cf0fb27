import type { Group } from '../data/group.js';
import type { GroupParts } from '../data/group-parts.js';
import type { TimeRange, Windows } from '../data/windows.js';
import { SharpCanvas } from '../dom/canvas.js';
import { element } from '../dom/element.js';
import { Measured } from '../dom/measured.js';
import { PixelCanvas } from '../dom/pixel-canvas.js';
import type { Tooltip } from '../dom/tooltip.js';
import { type FailureMark, failureMarks, markNear } from '../failures/failure-marks.js';
import { failureLines } from '../failures/failure-texts.js';
import type { Themes } from '../style/theme.js';
import { t } from '../text/text.js';
import type { Moment } from '../view/choices.js';
import { CursorLine } from '../view/cursor-line.js';
import type { Frames } from '../view/frames.js';
import { GUTTER_PX, plotWidth } from '../view/geometry.js';
import { followPointer } from '../view/pointer.js';
import type { RangeControl } from '../view/range-control.js';
import { TimeScale } from '../view/time-scale.js';
import type { ViewState } from '../view/view-state.js';
import { LevelLabels } from './level-labels.js';
import { peakMarks, type ReleaseMark, releaseMarks, startLevels } from './marks.js';
import { type PlotBox, paintOverlay } from './overlay-painter.js';
import { paintLevels } from './paint-levels.js';
import { paintLines } from './paint-lines.js';
import { paintSlider } from './paint-slider.js';
import { PlotlyUsage } from './plotly-graph.js';
import { plotHeight, TOP_PX } from './usage-figure.js';
import { UsageModel } from './usage-model.js';
import { usageTooltip } from './usage-tooltip.js';

/** How long the range has to rest until the lines are drawn exactly. */
const REST_MS = 200;
const RELEASE_NEAR_PX = 6;
/** Marks of failures can be pointed at from as far above the axis as this. */
const FAILURE_NEAR_PX = 20;
/** With more captures than this in view, what each began with is in the table only. */
const MAX_STARTS = 1;

export interface UsageParts {
  readonly group: Group;
  readonly parts: GroupParts;
  readonly windows: Windows;
  readonly view: ViewState;
  readonly control: RangeControl;
  readonly frames: Frames;
  readonly themes: Themes;
  readonly tooltip: Tooltip;
  /** Says on the page what cannot be drawn. */
  readonly complain: (text: string) => void;
}

function momentTimes(moment: Moment): number[] {
  if (moment.kind === 'time') return [moment.ns];
  return moment.kind === 'between' ? [moment.fromNs, moment.toNs] : [];
}

/** Memory over time: Plotly's lines, and over them an axis, marks and the hand's own layer. */
export class UsageChart {
  readonly node = element('section', {
    class: 'usage-chart',
    testId: 'usage-chart',
    attributes: { 'aria-label': t('usageChart') },
  });
  readonly #parts: UsageParts;
  readonly #model: UsageModel;
  readonly #plotly: PlotlyUsage;
  readonly #overlay = new SharpCanvas('overlay');
  readonly #pixels = new PixelCanvas();
  readonly #labels = new LevelLabels();
  readonly #hand = element('div', { class: 'hand zooms' });
  readonly #size = new Measured(this.node);
  #marking: [number, number] | undefined;
  /** Whether the ends of what is being marked are to be compared. */
  #isComparing = false;
  #releases: readonly ReleaseMark[] = [];
  #failures: readonly FailureMark[] = [];
  #rest = 0;
  /** Whether Plotly has not yet drawn what is in view. */
  #isMoving = true;
  #drawing: Promise<void> = Promise.resolve();
  #next: Promise<void> | undefined;

  constructor(parts: UsageParts) {
    this.#parts = parts;
    this.#model = new UsageModel(parts.group, parts.view.range);
    this.#plotly = new PlotlyUsage(parts.group, this.#model, parts.themes, {
      onSlider: (range) => parts.control.show(range),
      onLines: () => void this.drawExactly(),
    });
    const cursor = new CursorLine(parts.view, () => this.#scale);
    this.#hand.append(cursor.node);
    this.node.append(this.#plotly.node, this.#overlay.node, this.#labels.node, this.#hand);
    parts.view.on('range', () => this.#rangeChanged());
    const repaint = () => parts.frames.request(this.#paint);
    for (const aspect of ['moment', 'scope', 'drawer', 'failure'] as const) {
      parts.view.on(aspect, repaint);
    }
    parts.parts.failures?.onLoaded(repaint);
    parts.parts.scopes?.onLoaded(repaint);
    this.#followHand();
    parts.frames.request(this.#paint);
  }

  /** More is loaded: draws it at the next frame, and exactly a moment later. */
  update(): void {
    this.#model.update(this.#parts.view.range);
    this.#rangeChanged();
  }

  set fromZero(fromZero: boolean) {
    this.#model.fromZero = fromZero;
    void this.drawExactly();
  }

  /** Draws the lines anew for the range in view; resolves when it is done. */
  drawExactly(): Promise<void> {
    window.clearTimeout(this.#rest);
    if (this.#next !== undefined) return this.#next;
    // One drawing after the other: Plotly has one element to draw on.
    this.#next = this.#drawing.then(() => {
      this.#next = undefined;
      this.#drawing = this.#draw();
      return this.#drawing;
    });
    return this.#next;
  }

  async #draw(): Promise<void> {
    const { width, height } = this.#size;
    const { range } = this.#parts.view;
    this.#model.update(range);
    try {
      await this.#plotly.draw(range, width, height);
      this.#isMoving = this.#parts.view.range !== range;
    } catch (error) {
      // The page's own lines stay, which are drawn while the range moves.
      this.#isMoving = true;
      this.#parts.complain(error instanceof Error ? error.message : String(error));
    }
    this.#paint();
  }

  get #box(): PlotBox {
    const { width, height } = this.#size;
    return {
      left: GUTTER_PX,
      top: TOP_PX,
      width: plotWidth(width),
      height: plotHeight(height),
    };
  }

  get #scale(): TimeScale {
    return new TimeScale(this.#parts.view.range, this.#box.width);
  }

  #rangeChanged(): void {
    this.#isMoving = true;
    this.#parts.frames.request(this.#paint);
    window.clearTimeout(this.#rest);
    this.#rest = window.setTimeout(() => void this.drawExactly(), REST_MS);
  }

  /** Draws the chart without Plotly, for a picture of it. */
  paintOn(context: CanvasRenderingContext2D): void {
    this.#paintAll(context, true);
  }

  readonly #paint = (): void => {
    this.#plotly.isBehind = this.#isMoving;
    const context = this.#overlay.begin(this.#size.width, this.#size.height);
    this.#paintAll(context, false);
    if (!this.#isMoving || !this.#plotly.isThere) return;
    const { range } = this.#parts.view;
    paintSlider(context, this.#box, range, this.#plotly.slider, this.#parts.themes.current);
  };

  #paintAll(context: CanvasRenderingContext2D, isPicture: boolean): void {
    const { group, windows, view, themes } = this.#parts;
    const box = this.#box;
    const scale = this.#scale;
    const { levels, visible } = this.#model;
    this.#releases = releaseMarks(group, windows, scale);
    const peaks = peakMarks(group.captures, scale);
    const starts = startLevels(group.captures, scale);
    if (isPicture || !this.#plotly.isThere) paintLevels(context, box, levels, themes.current);
    if (isPicture || this.#isMoving) {
      this.#pixels.begin(box.width, box.height);
      paintLines(this.#pixels, visible, scale, levels, box.height, themes.current);
      if (isPicture || !this.#plotly.isThere) this.#pixels.drawOn(context, box.left, box.top);
      else this.#pixels.putOn(context, box.left, box.top);
    }
    const { captures } = group;
    const { failures, scopes } = this.#parts.parts;
    this.#failures =
      failures?.value === undefined ? [] : failureMarks(failures.value, failures.value.all, scale);
    const { drawer, failure, scope } = view.choices;
    // No scope is chosen, or an address names one that there is not: nothing makes room for its marks.
    const path = scopes?.value?.paths.indexOf(scope) ?? -1;
    const overlay = {
      captures,
      failures: this.#failures,
      chosenFailure: drawer === 'failures' ? failure : undefined,
      marked: path < 0 ? undefined : scopes?.value?.markedOf(path),
      releases: this.#releases,
      peaks,
      marking: this.#marking,
      moments: momentTimes(view.choices.moment),
    };
    paintOverlay(context, box, scale, levels, overlay, themes.current);
    const start = starts.length <= MAX_STARTS ? starts[0] : undefined;
    this.#labels.clearPx = this.#failures.length > 0 ? FAILURE_NEAR_PX : 0;
    if (!isPicture) this.#labels.place(peaks[0], start, box, scale, levels);
  }

  #followHand(): void {
    const { control, view, frames, tooltip } = this.#parts;
    followPointer(this.#hand, {
      hover: (x, y, event) => this.#hover(x, y, event),
      leave: () => {
        view.setCursor(undefined);
        tooltip.hide();
      },
      click: (x, y) => this.#click(x, y),
      doubleClick: () => control.reset(),
      dragStart: (x, _y, event) => {
        tooltip.hide();
        this.#marking = [x, x];
        this.#isComparing = event.shiftKey;
      },
      drag: (x) => {
        this.#marking = [this.#marking?.[0] ?? x, x];
        frames.request(this.#paint);
      },
      dragEnd: (_x, _y, cancelled) => this.#takeMarking(cancelled),
      wheel: (x, _y, event) => {
        event.preventDefault();
        control.wheel(this.#scale, x, event);
      },
    });
  }

  #click(x: number, y: number): void {
    const { view } = this.#parts;
    const mark = this.#failureAt(x, y);
    if (mark !== undefined) view.choose({ drawer: 'failures', failure: mark.failure });
    else view.choose({ moment: { kind: 'time', ns: Math.round(this.#scale.ns(x)) } });
  }

  #failureAt(x: number, y: number): FailureMark | undefined {
    if (y < this.#box.height - FAILURE_NEAR_PX) return undefined;
    return markNear(this.#failures, x);
  }

  #hover(x: number, y: number, event: PointerEvent): void {
    const { view, tooltip, themes, parts } = this.#parts;
    const ns = this.#scale.ns(x);
    view.setCursor(ns);
    const mark = this.#failureAt(x, y);
    this.#hand.classList.toggle('over-bar', mark !== undefined);
    if (mark !== undefined && parts.failures?.value !== undefined) {
      const lines = failureLines(parts.failures.value, mark, themes.current);
      tooltip.show(lines, event.clientX, event.clientY);
      return;
    }
    const near = this.#releases.find((mark) => Math.abs(mark.x - x) <= RELEASE_NEAR_PX);
    const lines = usageTooltip(ns, this.#model.visible, near, themes.current);
    tooltip.show(lines, event.clientX, event.clientY);
  }

  /** Zooms to the range that was marked, or compares its two ends. */
  #takeMarking(cancelled: boolean): void {
    const marking = this.#marking;
    this.#marking = undefined;
    this.#parts.frames.request(this.#paint);
    if (marking === undefined || cancelled) return;
    const scale = this.#scale;
    const within = (px: number) => scale.ns(Math.min(scale.width, Math.max(0, px)));
    const [left, right] = marking.map(within).sort((a, b) => a - b);
    if (this.#isComparing) {
      const times = { fromNs: Math.round(left), toNs: Math.round(right) };
      this.#parts.view.choose({ moment: { kind: 'between', ...times } });
      return;
    }
    const range: TimeRange = { left, right };
    this.#parts.control.show(range);
  }
}
