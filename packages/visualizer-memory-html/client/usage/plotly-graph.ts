import type { Group } from '../data/group.js';
import type { TimeRange } from '../data/windows.js';
import { element } from '../dom/element.js';
import type { Themes } from '../style/theme.js';
import { plotWidth } from '../view/geometry.js';
import { followRange } from './follow-range.js';
import { type LegendActions, labelLegend, listenToLegend } from './legend.js';
import { type PlotlyGraph, plotlyLibrary } from './plotly.js';
import { ShownLines } from './shown-lines.js';
import {
  type LevelRange,
  PLOTLY_CONFIG,
  usageLayout,
  usageTraces,
  yRange,
} from './usage-figure.js';
import { type UsageLine, usageLines } from './usage-lines.js';

export interface GraphListeners {
  /** The reader has moved the range slider. */
  onSlider(range: TimeRange): void;
  /** The reader has chosen other lines. */
  onLines(): void;
}

/** The lines of the usage chart and its range slider, as Plotly draws them. */
export class PlotlyUsage {
  readonly node = element('div', { class: 'plotly-usage' });
  levels: LevelRange = { low: 0, high: 1 };
  fromZero = true;
  readonly #group: Group;
  readonly #themes: Themes;
  readonly #listeners: GraphListeners;
  readonly #shown = new ShownLines();
  #lines: UsageLine[] = [];
  #graph: PlotlyGraph | undefined;
  #drawn: TimeRange;
  #slider: TimeRange;

  constructor(group: Group, themes: Themes, listeners: GraphListeners) {
    this.#group = group;
    this.#themes = themes;
    this.#listeners = listeners;
    this.#drawn = group.extent;
    this.#slider = group.extent;
  }

  /** The lines that are shown now. */
  get lines(): readonly UsageLine[] {
    return this.#lines.filter(this.#shown.has);
  }

  /** Draws the lines for a range, exactly. */
  async draw(range: TimeRange, width: number, height: number): Promise<void> {
    const plotly = await plotlyLibrary();
    const { extent } = this.#group;
    this.#lines = usageLines(this.#group);
    this.levels = yRange(this.lines, range, this.fromZero);
    this.#drawn = range;
    this.#slider = {
      left: Math.min(extent.left, range.left),
      right: Math.max(extent.right, range.right),
    };
    const theme = this.#themes.current;
    const data = usageTraces(this.#lines, this.#shown.has, range, plotWidth(width), theme);
    const allLevels = yRange(this.lines, this.#slider, true);
    const { levels } = this;
    const layout = usageLayout({ width, height, range, extent, levels, allLevels, theme });
    // What Plotly stretched or we did since it drew last is undone before it draws again.
    this.follow(range, width);
    if (this.#graph !== undefined) {
      await plotly.react(this.node, data, layout, PLOTLY_CONFIG);
      return;
    }
    this.#graph = await plotly.newPlot(this.node, data, layout, PLOTLY_CONFIG);
    this.#listen(this.#graph);
  }

  /** Moves what is drawn to another range, at once and roughly. */
  follow(range: TimeRange, width: number): void {
    if (this.#graph === undefined) return;
    followRange(this.node, this.#drawn, range, this.#slider, plotWidth(width));
  }

  #listen(graph: PlotlyGraph): void {
    const actions: LegendActions = {
      shown: (place) => this.#shown.has(this.#lines[place]),
      toggle: (place) => {
        this.#shown.toggle(this.#lines[place], this.#lines);
        this.#listeners.onLines();
      },
      isolate: (place) => {
        this.#shown.untoggle();
        this.#shown.isolate(this.#lines[place]);
        this.#listeners.onLines();
      },
    };
    listenToLegend(graph, actions);
    labelLegend(graph, actions);
    graph.on('plotly_afterplot', () => labelLegend(graph, actions));
    // All other changes are made by `react`, which tells nobody: this is the slider.
    graph.on('plotly_relayout', () => {
      const [left, right] = graph.layout.xaxis.range;
      this.#drawn = { left, right };
      this.#listeners.onSlider({ left, right });
    });
  }
}
