import { firstAfter } from '@rl-insight/memory-model';
import { paintAxis } from '../axis/paint-axis.js';
import type { Group } from '../data/group.js';
import type { GroupParts } from '../data/group-parts.js';
import { SharpCanvas } from '../dom/canvas.js';
import { element } from '../dom/element.js';
import { Measured } from '../dom/measured.js';
import type { Tooltip } from '../dom/tooltip.js';
import { type FailureMark, failureMarks, markNear } from '../failures/failure-marks.js';
import { failureLines } from '../failures/failure-texts.js';
import { paintFailureMarks } from '../failures/paint-marks.js';
import { LaneLabels } from '../lanes/lane-labels.js';
import type { Themes } from '../style/theme.js';
import { t } from '../text/text.js';
import { CursorLine } from '../view/cursor-line.js';
import type { Frames } from '../view/frames.js';
import { AXIS_PX, GUTTER_PX, plotWidth } from '../view/geometry.js';
import type { RangeControl } from '../view/range-control.js';
import { ScrolledHand, type UnderPointer } from '../view/scrolled-hand.js';
import { StackedRows } from '../view/stacked-rows.js';
import { TimeScale } from '../view/time-scale.js';
import type { ViewState } from '../view/view-state.js';
import {
  bandAt,
  LEVEL_PX,
  laneStack,
  levelTop,
  type ThreadLane,
  threadLanes,
} from './thread-lanes.js';
import { highestBetween, ThreadPainter } from './thread-painter.js';
import { entryLines, holdingLines } from './thread-tooltip.js';

export interface ThreadChartParts {
  readonly group: Group;
  readonly parts: GroupParts;
  readonly view: ViewState;
  readonly control: RangeControl;
  readonly frames: Frames;
  readonly themes: Themes;
  readonly tooltip: Tooltip;
}

/** A lane for each thread: what it holds over time, its ranges, and its failed allocations. */
export class ThreadChart {
  readonly node = element('section', {
    class: 'thread-chart',
    testId: 'thread-chart',
    attributes: { 'aria-label': t('threadChart'), hidden: '' },
  });
  readonly #parts: ThreadChartParts;
  readonly #canvas = new SharpCanvas('thread-canvas');
  readonly #painter = new ThreadPainter();
  readonly #labels = new LaneLabels();
  readonly #hand: ScrolledHand;
  readonly #size = new Measured(this.node);
  readonly #loading = element('p', { class: 'nothing', text: t('threadsLoading') });
  #lanes: readonly ThreadLane[] = [];
  #stack = new StackedRows([]);

  constructor(parts: ThreadChartParts) {
    this.#parts = parts;
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
    this.#labels.node.addEventListener('wheel', this.#hand.scrollBy, { passive: false });
    this.node.append(this.#canvas.node, this.#labels.node, over, this.#hand.node, this.#loading);
    const { threads, scopes, failures } = parts.parts;
    threads?.onLoaded(repaint);
    failures?.onLoaded(repaint);
    scopes?.onLoaded(() => this.#build());
    for (const aspect of ['range', 'moment', 'scope', 'failure', 'drawer'] as const) {
      parts.view.on(aspect, repaint);
    }
    this.#build();
  }

  /** Resolves when all that it shows is loaded, and will be drawn with the next frame. */
  async load(): Promise<void> {
    const { threads, scopes } = this.#parts.parts;
    await Promise.all([threads?.load(), scopes?.load()]);
  }

  /** Draws the chart with the names of its lanes, for a picture of it. */
  paintOn(context: CanvasRenderingContext2D): void {
    context.drawImage(this.#canvas.node, 0, 0, this.#size.width, this.#size.height);
    this.#labels.paintOn(context, this.#parts.themes.current);
  }

  readonly paint = (): void => {
    if (this.node.hidden) return;
    const { themes, parts } = this.#parts;
    const { width, height: fullHeight } = this.#size;
    const height = fullHeight - AXIS_PX;
    const theme = themes.current;
    const scale = this.#scale;
    const { top } = this.#hand;
    const context = this.#canvas.begin(width, fullHeight);
    const lines = parts.threads?.value;
    this.#loading.hidden = lines !== undefined;
    if (lines !== undefined) {
      const picture = {
        ...{ lanes: this.#lanes, stack: this.#stack, lines },
        mostBytes: Math.max(1, this.#lanes[0]?.thread.peakBytes ?? 1),
        bandColour: this.#bandColour(),
      };
      this.#painter.paint(context, picture, scale, top, height, theme, GUTTER_PX);
    }
    context.save();
    context.translate(GUTTER_PX, 0);
    context.beginPath();
    context.rect(0, 0, scale.width, height);
    context.clip();
    this.#paintMoment(context, scale, height);
    this.#paintFailures(context, scale, height);
    context.restore();
    paintAxis(context, scale, { left: GUTTER_PX, top: 0, bottom: height }, theme);
    this.#labels.place(this.#lanes, this.#stack, top, height);
  };

  get #scale(): TimeScale {
    return new TimeScale(this.#parts.view.range, plotWidth(this.#size.width));
  }

  #build(): void {
    const { group, parts, frames } = this.#parts;
    this.#lanes = threadLanes(group.data.threads?.threads ?? [], parts.scopes?.value);
    this.#stack = laneStack(this.#lanes);
    this.#hand.contentHeight = this.#stack.height;
    frames.request(this.paint);
  }

  /** Ranges of one path have one colour; with one chosen, the others step back. */
  #bandColour(): (entry: number) => string {
    const { themes, parts, view } = this.#parts;
    const { bars, palette, accent, otherBlocks, dimmedBlocks } = themes.current;
    const scopes = parts.scopes?.value;
    if (scopes === undefined) return () => otherBlocks;
    const chosen = scopes.paths.indexOf(view.choices.scope);
    const { path } = scopes;
    if (chosen >= 0) return (entry) => (path[entry] === chosen ? accent : dimmedBlocks);
    return (entry) => bars[path[entry] % palette.length].plain;
  }

  /** The time that the list of holders is about, over all lanes or that of its thread. */
  #paintMoment(context: CanvasRenderingContext2D, scale: TimeScale, height: number): void {
    const { moment } = this.#parts.view.choices;
    if (moment.kind !== 'time') return;
    const lane = this.#lanes.findIndex(({ thread }) => thread.id === moment.thread);
    const { top } = this.#hand;
    const from = lane < 0 ? 0 : this.#stack.tops[lane] - top;
    const to = lane < 0 ? height : this.#stack.tops[lane + 1] - top;
    context.fillStyle = this.#parts.themes.current.accent;
    context.fillRect(Math.round(scale.x(moment.ns)) - 0.5, from, 1.5, to - from);
  }

  #paintFailures(context: CanvasRenderingContext2D, scale: TimeScale, height: number): void {
    const { view, themes } = this.#parts;
    const { drawer, failure } = view.choices;
    const { top } = this.#hand;
    const [first, end] = this.#stack.between(top, top + height);
    const failures = this.#parts.parts.failures?.value;
    const thread = drawer === 'failures' ? failures?.threadOf(failure) : undefined;
    for (let lane = first; lane < end; lane++) {
      const marks = this.#marksOf(lane, scale);
      const place = { y: this.#markY(lane) - top, top: this.#stack.tops[lane] - top };
      // A mark of another thread's failures may stand for some before it and some after it.
      const chosen = this.#lanes[lane].thread.id === thread ? failure : undefined;
      paintFailureMarks(context, marks, place, themes.current, chosen);
    }
  }

  #marksOf(lane: number, scale: TimeScale): FailureMark[] {
    const failures = this.#parts.parts.failures?.value;
    if (failures === undefined) return [];
    return failureMarks(failures, failures.ofThread(this.#lanes[lane].thread.id), scale);
  }

  /** Where the marks of a lane stand, px from the top of the first lane. */
  #markY(lane: number): number {
    return this.#stack.tops[lane] + levelTop(this.#lanes[lane]) + LEVEL_PX - MARK_UP_PX;
  }

  #markAt(lane: number, x: number, y: number): FailureMark | undefined {
    if (Math.abs(y - this.#markY(lane)) > MARK_NEAR_PX) return undefined;
    return markNear(this.#marksOf(lane, this.#scale), x);
  }

  /** The place of the range at a point of a lane. */
  #entryAt(lane: number, x: number, y: number): number | undefined {
    const row = bandAt(this.#lanes[lane], y - this.#stack.tops[lane]);
    if (row === undefined) return undefined;
    const scale = this.#scale;
    // One that is narrower than a pixel is hit by that pixel.
    const i = firstAfter(row.startNs, scale.ns(Math.floor(x) + 1)) - 1;
    return i >= 0 && row.endNs[i] >= scale.ns(Math.floor(x)) ? row.place[i] : undefined;
  }

  #under(x: number, y: number): UnderPointer | undefined {
    const { parts, themes } = this.#parts;
    const lane = this.#stack.at(y);
    const line = parts.threads?.value?.[lane];
    if (line === undefined) return undefined;
    const mark = this.#markAt(lane, x, y);
    if (mark !== undefined && parts.failures?.value !== undefined) {
      const lines = failureLines(parts.failures.value, mark, themes.current);
      return { lines, isPickable: true };
    }
    const entry = this.#entryAt(lane, x, y);
    if (entry !== undefined && parts.scopes?.value !== undefined) {
      return { lines: entryLines(parts.scopes.value.entry(entry)), isPickable: true };
    }
    const scale = this.#scale;
    const highest = highestBetween(line, scale.ns(Math.floor(x)), scale.ns(Math.floor(x) + 1));
    const ns = Math.round(scale.ns(x));
    return { lines: holdingLines(this.#lanes[lane].thread, line, ns, highest), isPickable: true };
  }

  #click(x: number, y: number): void {
    const { view, parts, tooltip } = this.#parts;
    const lane = this.#stack.at(y);
    if (lane < 0) return;
    tooltip.hide();
    const mark = this.#markAt(lane, x, y);
    const entry = this.#entryAt(lane, x, y);
    if (mark !== undefined) view.choose({ drawer: 'failures', failure: mark.failure });
    else if (entry !== undefined && parts.scopes?.value !== undefined) {
      const { path } = parts.scopes.value.entry(entry);
      view.choose({ scope: view.choices.scope === path ? '' : path });
    } else {
      const { id } = this.#lanes[lane].thread;
      view.choose({ moment: { kind: 'time', ns: Math.round(this.#scale.ns(x)), thread: id } });
    }
  }
}

/** Marks stand above the bottom of a lane, and can be pointed at from as far as this. */
const MARK_UP_PX = 7;
const MARK_NEAR_PX = 9;
