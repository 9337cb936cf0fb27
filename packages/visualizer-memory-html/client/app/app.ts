import { AllocatorChart } from '../allocator/allocator-chart.js';
import { ColourChoice } from '../colour/colour-choice.js';
import { Controls } from '../controls/controls.js';
import type { DataFiles } from '../data/data-files.js';
import { momentOn, rangeOn } from '../data/event-axis.js';
import type { Group } from '../data/group.js';
import { type GroupParts, groupParts } from '../data/group-parts.js';
import { type TimeRange, Windows } from '../data/windows.js';
import { element } from '../dom/element.js';
import { onResize } from '../dom/on-resize.js';
import { Tooltip } from '../dom/tooltip.js';
import { FailuresDrawer } from '../failures/failures-drawer.js';
import { header } from '../header/header.js';
import { HowToRead } from '../header/how-to-read.js';
import { HoldersPanel } from '../holders/holders-panel.js';
import { LanesChart } from '../lanes/lanes-chart.js';
import { MapChart } from '../map/map-chart.js';
import { Panel } from '../panel/panel.js';
import { ScopesDrawer } from '../scopes/scopes-drawer.js';
import { SearchBar } from '../search/search-bar.js';
import { isSearching, searchOf } from '../search/search-rows.js';
import { Themes } from '../style/theme.js';
import { t } from '../text/text.js';
import { ThreadChart } from '../threads/thread-chart.js';
import { download, fileName } from '../toolbar/download.js';
import { rowsCsv } from '../toolbar/rows-csv.js';
import { savePicture } from '../toolbar/save-picture.js';
import { toolbar } from '../toolbar/toolbar.js';
import { UsageChart } from '../usage/usage-chart.js';
import type { Moment } from '../view/choices.js';
import { Frames } from '../view/frames.js';
import { offered } from '../view/offered.js';
import { RangeControl } from '../view/range-control.js';
import { aroundRange, centred } from '../view/range-moves.js';
import { type HashView, readHash } from '../view/view-hash.js';
import { ViewState } from '../view/view-state.js';
import { Address } from './address.js';
import { DelayedPick } from './delayed-pick.js';
import { followKeys } from './keyboard.js';

/** Which page of a group this is. */
export interface PagePlace {
  readonly window: number;
  /** Folder of what pages share, from the page. */
  readonly assets: string;
  /** Those that were needed before anything could be drawn, and what was missing. */
  readonly loaded?: { readonly windows: Windows; readonly missing: readonly string[] };
}

/** Resolves when the browser has shown what was drawn last. */
function afterPaint(): Promise<void> {
  return new Promise((resolve) => {
    requestAnimationFrame(() => setTimeout(resolve, 0));
  });
}

/** A page of a group: its parts, and what goes on between them. */
export class App {
  readonly group: Group;
  readonly view: ViewState;
  readonly windows: Windows;
  readonly firstPicture: Promise<void>;
  readonly #frames = new Frames();
  readonly #usage: UsageChart;
  readonly #lanes: LanesChart;
  readonly #map: MapChart;
  readonly #threads: ThreadChart;
  readonly #allocator: AllocatorChart;
  readonly #parts: GroupParts;
  readonly #colours: ColourChoice;
  readonly #holders: HoldersPanel;
  readonly #controls: Controls;
  readonly #search: SearchBar;
  readonly #selectFirst: number | undefined;
  /** Windows that are in the charts. */
  #shown = 0;

  constructor(
    page: HTMLElement,
    group: Group,
    files: DataFiles,
    { window, assets, loaded }: PagePlace,
  ) {
    this.group = group;
    const complain = (text: string) => this.#controls.complain(text);
    this.windows = loaded?.windows ?? new Windows(group, files, window, assets, complain);
    const { range, choices, selected } = this.#readAddress();
    this.view = new ViewState(range ?? group.extent, offered(group, choices));
    this.#selectFirst = selected;
    const { view, windows } = this;
    const frames = this.#frames;
    const control = new RangeControl(view, group.extent);
    const themes = new Themes(() => this.#redraw());
    const tooltip = new Tooltip(document.body);
    this.#colours = new ColourChoice(group, view);
    this.#parts = groupParts({ group, files, assets, complain });
    const parts = {
      group,
      parts: this.#parts,
      windows,
      view,
      control,
      frames,
      themes,
      tooltip,
      colours: this.#colours,
      complain,
    };
    const open = (row: number) => void this.#tryToOpen(row);
    const pick = new DelayedPick(view, open);
    this.#usage = new UsageChart(parts);
    this.#lanes = new LanesChart({ ...parts, onPick: pick.pick });
    this.#map = new MapChart({ ...parts, onPick: pick.pick });
    this.#threads = new ThreadChart(parts);
    const reveal = (ns: number) => this.#reveal(ns);
    this.#allocator = new AllocatorChart({
      ...{ ...parts, onPick: pick.pick, reveal },
      history: this.#parts.allocator,
    });
    this.#controls = new Controls({
      ...parts,
      onFromZero: (fromZero) => {
        this.#usage.fromZero = fromZero;
      },
    });
    this.#search = new SearchBar(group, view);
    this.#holders = new HoldersPanel({ ...parts, open, load: (ns) => this.#loadAt(ns) });
    const panel = new Panel({ group, windows, view, open, show: (row) => this.#zoomTo(row) });
    const { scopes, failures, failureHolders: holders } = this.#parts;
    const failuresDrawer =
      failures && holders && new FailuresDrawer({ ...parts, failures, holders, reveal });
    const drawers = [scopes && new ScopesDrawer({ ...parts, scopes }), failuresDrawer].filter(
      (drawer) => drawer !== undefined,
    );
    const tools = toolbar({
      group,
      view,
      search: this.#search,
      onCsv: () => void this.#downloadCsv(),
      onPicture: () => this.#savePicture(),
    });
    page.replaceChildren(
      header(group.data, windows),
      this.#controls.node,
      element('div', { class: 'charts' }, [
        this.#usage.node,
        element('div', { class: 'allocations' }, [
          tools,
          this.#lanes.node,
          this.#map.node,
          this.#threads.node,
          this.#allocator.node,
        ]),
        this.#holders.node,
      ]),
      panel.node,
      ...drawers.map(({ node }) => node),
      new HowToRead(this.#colours, group.data).node,
    );
    for (const text of loaded?.missing ?? []) complain(text);
    windows.onLoaded((number) => this.#loaded(number));
    view.on('range', () => {
      if (!windows.covers(view.range) || !this.#lanes.isComplete) void this.#load(view.range);
    });
    view.on('chart', () => this.#showChart());
    view.on('search', () => this.#find());
    view.on('colour', () => this.#find());
    this.#showChart();
    followKeys({
      control,
      view,
      group,
      stepFailure: (by) => failuresDrawer?.step(by),
      stepEvent: (by) => void this.#allocator.step(by),
      focusSearch: () => this.#search.focus(),
      toggleHelp: () => this.#controls.toggleHelp(),
    });
    new Address(view, group);
    this.firstPicture = this.#start();
  }

  /** What the address says, its times as places of the axis. */
  #readAddress(): HashView {
    const { range, choices, selected } = readHash(location.hash);
    const { moment } = choices;
    return {
      range: range && rangeOn(this.group, range),
      choices: moment === undefined ? choices : { ...choices, moment: this.#placed(moment) },
      selected,
    };
  }

  /** An event of the allocator has a place of its own where events are counted. */
  #placed(moment: Moment): Moment {
    const placed = momentOn(this.group, moment);
    if (placed.kind !== 'time' || placed.event === undefined || !this.group.hasClock) return placed;
    return { ...placed, ns: placed.event };
  }

  /** Shows a range; resolves when all of it is loaded and drawn. */
  async showRange(range: TimeRange): Promise<void> {
    this.view.setRange(range);
    await this.#complete(this.view.range);
    await this.#frames.drawn();
  }

  /** Resolves when all of the group is loaded and drawn, the lines by Plotly too. */
  async settled(): Promise<void> {
    await this.#complete(this.group.extent);
    await this.#loadParts();
    await this.#usage.drawExactly();
    await this.#frames.drawn();
  }

  /** Opens the panel of an allocation, wherever it is. */
  async open(row: number): Promise<void> {
    if (!Number.isInteger(row) || row < 0 || row >= this.group.data.rows) {
      throw new RangeError(`no allocation ${row}: there are ${this.group.data.rows}`);
    }
    await this.windows.load(this.windows.holding(row));
    if (!this.group.store.has(row)) throw new Error(t('allocationMissing', { row }));
    await this.#lanes.update();
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

  /** Opens the panel of an allocation; says so on the page where its data are missing. */
  async #tryToOpen(row: number): Promise<void> {
    try {
      await this.open(row);
    } catch (error) {
      this.#controls.complain(error instanceof Error ? error.message : String(error));
    }
  }

  async #start(): Promise<void> {
    // Of a group that is split, there is an overview to see at once; a part of it has to be loaded.
    const isOverview =
      this.view.range.left <= this.group.extent.left &&
      this.view.range.right >= this.group.extent.right &&
      this.windows.entries.length > 1 &&
      !this.windows.allLoaded;
    if (!isOverview) await this.#load(this.view.range);
    await this.#frames.drawn();
    onResize(this.#usage.node, () => void this.#usage.drawExactly());
    onResize(this.#lanes.node, () => this.#frames.request(this.#lanes.paint));
    onResize(this.#map.node, () => this.#frames.request(this.#map.paint));
    onResize(this.#threads.node, () => this.#frames.request(this.#threads.paint));
    onResize(this.#allocator.node, () => this.#frames.request(this.#allocator.paint));
    void this.#goOn();
  }

  /** What the page does once there is something to see: all the rest of it. */
  async #goOn(): Promise<void> {
    await afterPaint();
    const first = this.#selectFirst;
    if (first !== undefined && first < this.group.data.rows) await this.#tryToOpen(first);
    await this.#load(this.group.extent);
    await this.#usage.drawExactly();
    await this.#loadParts();
  }

  /** Loads what is marked on the time axis besides the allocations, and what is looked at. */
  async #loadParts(): Promise<void> {
    const { failures, scopes } = this.#parts;
    const { chart, scope } = this.view.choices;
    await Promise.all([
      failures?.load(),
      scope === '' ? undefined : scopes?.load(),
      chart === 'threads' ? this.#threads.load() : undefined,
      chart === 'allocator' ? this.#allocator.load() : undefined,
    ]);
  }

  #redraw(): void {
    this.#frames.request(this.#lanes.paint);
    this.#frames.request(this.#map.paint);
    this.#frames.request(this.#threads.paint);
    this.#frames.request(this.#allocator.paint);
    void this.#usage.drawExactly();
  }

  /** Shows what is loaded as soon as nothing of the range in view is missing. */
  #loaded(window: number): void {
    this.#controls.loaded();
    const { range } = this.view;
    const isSeen = this.windows.reachedBy(range).includes(window);
    if (this.windows.covers(range) && (isSeen || this.windows.allLoaded)) void this.#update();
  }

  async #update(): Promise<void> {
    await this.#lanes.update();
    if (this.#shown === this.windows.loaded.length) return;
    this.#shown = this.windows.loaded.length;
    this.#colours.update();
    this.#map.update();
    this.#find();
    this.#usage.update();
    this.#controls.loaded();
    void this.#holders.update();
  }

  /** Resolves when what a range touches is loaded and in the charts. */
  async #complete(range: TimeRange): Promise<void> {
    await this.windows.ensure(range);
    await this.#update();
  }

  /** Loads what a range touches; says so where that fails. */
  async #load(range: TimeRange): Promise<void> {
    await Promise.all(
      this.windows.missingIn(range).map(async (segment) => {
        try {
          await this.windows.load(segment);
        } catch (error) {
          this.#controls.complain(error instanceof Error ? error.message : String(error));
        }
      }),
    );
    if (this.windows.covers(range)) await this.#update();
  }

  #zoomTo(row: number): void {
    const { startNs, endNs } = this.group.store;
    const own = { left: startNs[row], right: endNs[row] };
    this.view.setRange(aroundRange(own, this.group.extent));
    this.#lanes.reveal(row);
  }

  #showChart(): void {
    const shown = this.#chart;
    for (const chart of [this.#lanes, this.#map, this.#threads, this.#allocator]) {
      chart.node.hidden = chart !== shown;
    }
    if (shown === this.#threads || shown === this.#allocator) void shown.load();
    this.#frames.request(shown.paint);
  }

  /** The chart of allocations that is in view. */
  get #chart(): LanesChart | MapChart | ThreadChart | AllocatorChart {
    const charts = {
      lanes: this.#lanes,
      map: this.#map,
      threads: this.#threads,
      allocator: this.#allocator,
    };
    return charts[this.view.choices.chart];
  }

  /** Brings a time into view. */
  #reveal(ns: number): void {
    const { left, right } = this.view.range;
    if (ns >= left && ns <= right) return;
    this.view.setRange(centred(this.view.range, ns, this.group.extent));
  }

  /** Dims what is not looked for, of what is loaded. */
  #find(): void {
    const { search } = this.view.choices;
    if (!isSearching(search)) {
      this.#colours.find(undefined);
      this.#search.sayFound(undefined);
      return;
    }
    const isFound = searchOf(this.group, search);
    this.#colours.find(isFound);
    const { store } = this.group;
    let count = 0;
    for (let row = 0; row < store.rows; row++) if (store.has(row) && isFound(row)) count++;
    this.#search.sayFound(count);
  }

  async #loadAt(ns: number): Promise<void> {
    await this.windows.ensure({ left: ns, right: ns });
  }

  /** The allocations of the range in view that are looked for. */
  async #downloadCsv(): Promise<void> {
    const { group, view } = this;
    await this.#load(view.range);
    const pieces = rowsCsv(group, view.range, searchOf(group, view.choices.search));
    download(fileName(group.data.info, 'allocations.csv'), pieces, 'text/csv');
  }

  #savePicture(): void {
    savePicture({ group: this.group, usage: this.#usage, allocations: this.#chart });
  }
}
