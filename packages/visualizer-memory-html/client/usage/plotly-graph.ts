import type { Group } from '../data/group.js';
import type { TimeRange } from '../data/windows.js';
import { element } from '../dom/element.js';
import type { Themes } from '../style/theme.js';
import { plotWidth } from '../view/geometry.js';
import { type LegendActions, labelLegend, listenToLegend } from './legend.js';
import { moveSlider } from './move-slider.js';
import { type PlotlyGraph, plotlyLibrary } from './plotly.js';
import { PLOTLY_CONFIG, usageLayout, usageTraces, yRange } from './usage-figure.js';
import type { UsageModel } from './usage-model.js';

export interface GraphListeners {
  /** The reader has moved the range slider. */
  onSlider(range: TimeRange): void;
  /** The reader has chosen other lines. */
  onLines(): void;
}

/** The lines of the usage chart and its range slider, as Plotly draws them. */
export class PlotlyUsage {
  readonly node = element('div', { class: 'plotly-usage' });
  readonly #group: Group;
  readonly #model: UsageModel;
  readonly #themes: Themes;
  readonly #listeners: GraphListeners;
  #graph: PlotlyGraph | undefined;
  #slider: TimeRange;
  #isBehind = false;

  constructor(group: Group, model: UsageModel, themes: Themes, listeners: GraphListeners) {
    this.#group = group;
    this.#model = model;
    this.#themes = themes;
    this.#listeners = listeners;
    this.#slider = group.extent;
  }

  /** Whether it has drawn. */
  get isThere(): boolean {
    return this.#graph !== undefined;
  }

  /** Draws the lines for a range, exactly. */
  async draw(range: TimeRange, width: number, height: number): Promise<void> {
    const plotly = await plotlyLibrary();
    const { extent } = this.#group;
    const { lines, shown, levels, visible } = this.#model;
    this.#slider = {
      left: Math.min(extent.left, range.left),
      right: Math.max(extent.right, range.right),
    };
    const theme = this.#themes.current;
    const data = usageTraces(lines, shown.has, range, plotWidth(width), theme);
    const allLevels = yRange(visible, this.#slider, true);
    const layout = usageLayout({ width, height, range, extent, levels, allLevels, theme });
    if (this.#graph !== undefined) {
      await plotly.react(this.node, data, layout, PLOTLY_CONFIG);
    } else {
      this.#graph = await plotly.newPlot(this.node, data, layout, PLOTLY_CONFIG);
      this.#listen(this.#graph);
    }
    // Its own window of the slider is lower where the chart shows a part of the levels.
    moveSlider(this.node, range, this.#slider, plotWidth(width));
  }

  /** What the range slider goes over. */
  get slider(): TimeRange {
    return this.#slider;
  }

  /** Has the page draw over what Plotly drew last, or not. */
  set isBehind(isBehind: boolean) {
    if (isBehind === this.#isBehind) return;
    this.#isBehind = isBehind;
    this.node.classList.toggle('behind', isBehind);
  }

  #listen(graph: PlotlyGraph): void {
    const { shown } = this.#model;
    const actions: LegendActions = {
      shown: (place) => shown.has(this.#model.lines[place]),
      toggle: (place) => {
        shown.toggle(this.#model.lines[place], this.#model.lines);
        this.#listeners.onLines();
      },
      isolate: (place) => {
        shown.untoggle();
        shown.isolate(this.#model.lines[place]);
        this.#listeners.onLines();
      },
    };
    listenToLegend(graph, actions);
    labelLegend(graph, actions);
    graph.on('plotly_afterplot', () => labelLegend(graph, actions));
    // All other changes are made by `react`, which tells nobody: this is the slider.
    graph.on('plotly_relayout', () => {
      const [left, right] = graph.layout.xaxis.range;
      this.#listeners.onSlider({ left, right });
    });
  }
}
