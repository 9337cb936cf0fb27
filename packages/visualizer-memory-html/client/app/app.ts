import { detailFile } from '../../src/page-data/files.js';
import { Controls } from '../controls/controls.js';
import type { Group } from '../data/group.js';
import type { WindowFiles } from '../data/window-files.js';
import { type TimeRange, Windows } from '../data/windows.js';
import { element } from '../dom/element.js';
import { onResize } from '../dom/on-resize.js';
import { Tooltip } from '../dom/tooltip.js';
import { header } from '../header/header.js';
import { type AllocatorColour, howToRead } from '../header/how-to-read.js';
import { LanesChart } from '../lanes/lanes-chart.js';
import { Panel } from '../panel/panel.js';
import { BAR_COLOURS, Themes } from '../style/theme.js';
import { t } from '../text/text.js';
import { UsageChart } from '../usage/usage-chart.js';
import { Frames } from '../view/frames.js';
import { RangeControl } from '../view/range-control.js';
import { rangeFromHash } from '../view/range-hash.js';
import { centred } from '../view/range-moves.js';
import { ViewState } from '../view/view-state.js';
import { DelayedPick } from './delayed-pick.js';

/** Part of the range that an allocation fills when it is shown. */
const SHOWN_SHARE = 0.6;

/** A page of a group: its parts, and what goes on between them. */
export class App {
  readonly group: Group;
  readonly view: ViewState;
  readonly windows: Windows;
  readonly firstPicture: Promise<void>;
  readonly #frames = new Frames();
  readonly #usage: UsageChart;
  readonly #lanes: LanesChart;
  readonly #controls: Controls;
  #started = false;

  constructor(page: HTMLElement, group: Group, files: WindowFiles, window: number) {
    this.group = group;
    this.windows = new Windows(group, files, window);
    this.view = new ViewState(rangeFromHash(location.hash) ?? this.windows.ownRange);
    const { view, windows } = this;
    const frames = this.#frames;
    const control = new RangeControl(view, windows, group.extent);
    const themes = new Themes(() => this.#redraw());
    const tooltip = new Tooltip(document.body);
    const parts = { group, windows, view, control, frames, themes, tooltip };
    const pick = new DelayedPick(view, (row) => void this.open(row));
    this.#usage = new UsageChart(parts);
    this.#lanes = new LanesChart({ ...parts, onPick: pick.pick });
    this.#controls = new Controls({
      ...parts,
      onFromZero: (fromZero) => {
        this.#usage.fromZero = fromZero;
      },
    });
    const panel = new Panel({
      group,
      windows,
      view,
      open: (row) => void this.open(row),
      show: (row) => this.#zoomTo(row),
    });
    page.replaceChildren(
      header(group.data, windows),
      this.#controls.node,
      element('div', { class: 'charts' }, [this.#usage.node, this.#lanes.node]),
      panel.node,
      howToRead(this.#allocatorColours()),
    );
    windows.onLoaded(() => this.#loaded());
    view.on('range', () => void this.#load(view.range));
    this.firstPicture = this.#start();
  }

  /** Shows a range; resolves when all of it is loaded and drawn. */
  async showRange(range: TimeRange): Promise<void> {
    this.view.setRange(range);
    await this.windows.ensure(this.view.range);
    await this.#frames.drawn();
    await this.#usage.drawExactly();
  }

  /** Opens the panel of an allocation, wherever it is. */
  async open(row: number): Promise<void> {
    if (!Number.isInteger(row) || row < 0 || row >= this.group.data.rows) {
      throw new RangeError(`no allocation ${row}: there are ${this.group.data.rows}`);
    }
    await this.windows.load(this.windows.holding(row));
    const { startNs, endNs } = this.group.store;
    const { left, right } = this.view.range;
    if (startNs[row] > right || endNs[row] < left) {
      this.view.setRange(centred(this.view.range, startNs[row], this.group.extent));
    }
    this.view.select(row);
    this.#lanes.reveal(row);
    await this.#load(this.view.range);
    await this.#frames.drawn();
  }

  async #start(): Promise<void> {
    // Plotly takes a while: the page is there and laid out before.
    await this.windows.load(this.windows.own);
    await this.windows.ensure(this.view.range);
    await this.#usage.drawExactly();
    await this.#frames.drawn();
    this.#started = true;
    onResize(this.#usage.node, () => void this.#usage.drawExactly());
    onResize(this.#lanes.node, () => this.#frames.request(this.#lanes.paint));
  }

  #redraw(): void {
    this.#frames.request(this.#lanes.paint);
    void this.#usage.drawExactly();
  }

  #loaded(): void {
    this.#lanes.loaded();
    this.#controls.loaded();
    if (this.#started && this.windows.covers(this.view.range)) void this.#usage.drawExactly();
  }

  /** Loads what a range touches; says so where that fails. */
  async #load(range: TimeRange): Promise<void> {
    const missing = this.windows.reachedBy(range).filter((w) => !this.windows.isLoaded(w));
    await Promise.all(
      missing.map(async (segment) => {
        try {
          await this.windows.load(segment);
        } catch {
          this.#controls.complain(t('loadFailed', { segment, file: detailFile(segment) }));
        }
      }),
    );
  }

  #zoomTo(row: number): void {
    const { startNs, endNs } = this.group.store;
    const span = Math.max(1, endNs[row] - startNs[row]);
    const room = (span / SHOWN_SHARE - span) / 2;
    this.view.setRange({ left: startNs[row] - room, right: endNs[row] + room });
    this.#lanes.reveal(row);
  }

  /** The allocators that have rows, with the numbers of their colours. */
  #allocatorColours(): AllocatorColour[] {
    const { captures, data } = this.group;
    const used = new Set(captures.flatMap(({ allocators }) => allocators.map((a) => a.allocator)));
    return data.texts.allocators.flatMap((name, i) =>
      used.has(name) ? [{ name, colour: Math.min(i, BAR_COLOURS - 1) }] : [],
    );
  }
}
