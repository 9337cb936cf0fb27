import type { TimeRange } from '../data/windows.js';
import { byteTicks } from '../format/bytes.js';
import type { Theme } from '../style/theme.js';
import { GUTTER_PX, RIGHT_PX } from '../view/geometry.js';
import { drawnLine, levelsIn, withEmptyGaps } from './draw-line.js';
import { type PlotlyLayout, type PlotlyTrace, plainForPlotly } from './plotly.js';
import type { UsageLine } from './usage-lines.js';

/** Above the plot; below it stand the axis, the slider and a rim. */
export const TOP_PX = 8;
export const SLIDER_PX = 26;
/** Plotly's own distance from the plot to the slider, and a tick that widens it to the axis. */
const PLOTLY_PAD_PX = 15;
const TICK_PX = 6;
const RIM_PX = 4;
/** Of the slider, below the plot. */
export const SLIDER_TOP_PX = PLOTLY_PAD_PX + TICK_PX;
const BOTTOM_PX = PLOTLY_PAD_PX + TICK_PX + SLIDER_PX + RIM_PX;

const FONT_PX = 11;
const LEGEND_FONT_PX = 10;

export interface LevelRange {
  readonly low: number;
  readonly high: number;
}

export function plotHeight(chartHeight: number): number {
  return Math.max(40, chartHeight - TOP_PX - BOTTOM_PX);
}

/**
 * The levels that the y axis goes over: from zero to the highest in the range; or just those of live
 * bytes, however small their changes are beside the lines of other allocators.
 */
export function yRange(
  lines: readonly UsageLine[],
  range: TimeRange,
  fromZero: boolean,
): LevelRange {
  let low = Number.POSITIVE_INFINITY;
  let high = 0;
  const live = lines.filter(({ kind }) => kind === 'live');
  for (const { stretches } of fromZero || live.length === 0 ? lines : live) {
    const levels = levelsIn(stretches, range);
    if (levels === undefined) continue;
    low = Math.min(low, levels.low);
    high = Math.max(high, levels.high);
  }
  if (low === Number.POSITIVE_INFINITY) return { low: 0, high: 1024 };
  if (fromZero) return { low: Math.min(0, low), high: Math.max(1024, high * 1.08) };
  const room = Math.max(256, (high - low) * 0.08);
  return { low: low - room, high: high + room };
}

export function usageTraces(
  lines: readonly UsageLine[],
  shown: (line: UsageLine) => boolean,
  range: TimeRange,
  width: number,
  theme: Theme,
): PlotlyTrace[] {
  // Plotly draws one over the other: live bytes, the first in the legend, on top.
  return lines.toReversed().map((line, place) => {
    // Plotly has no entry in the legend for a line without any point.
    const drawn = shown(line)
      ? drawnLine(line.stretches, range, width)
      : { x: [range.left], y: [null] };
    const isFilled = line.kind === 'live';
    return {
      type: 'scatter',
      mode: 'lines',
      name: plainForPlotly(line.name),
      ...(isFilled ? withEmptyGaps(drawn) : drawn),
      visible: shown(line) ? true : 'legendonly',
      line: {
        shape: 'hv',
        color: theme[line.kind],
        width: isFilled ? 2 : 1.25,
        dash: line.dash,
      },
      ...(isFilled ? { fill: 'tozeroy' as const, fillcolor: theme.liveFill } : {}),
      hoverinfo: 'skip',
      legendrank: lines.length - place,
    };
  });
}

export interface UsageLayout {
  readonly width: number;
  readonly height: number;
  readonly range: TimeRange;
  readonly extent: TimeRange;
  readonly levels: LevelRange;
  /** Levels that the range slider goes over. */
  readonly allLevels: LevelRange;
  readonly theme: Theme;
}

export function usageLayout({
  width,
  height,
  range,
  extent,
  levels,
  allLevels,
  theme,
}: UsageLayout): PlotlyLayout {
  const plot = plotHeight(height);
  const ticks = byteTicks(levels.low, levels.high, Math.max(2, Math.floor(plot / 34)));
  return {
    width,
    height,
    autosize: false,
    margin: { l: GUTTER_PX, r: RIGHT_PX, t: TOP_PX, b: BOTTOM_PX, pad: 0, autoexpand: false },
    paper_bgcolor: 'rgba(0,0,0,0)',
    plot_bgcolor: theme.plotGround,
    font: { family: 'system-ui, sans-serif', size: FONT_PX, color: theme.mutedText },
    showlegend: true,
    legend: {
      xref: 'container',
      x: 0,
      xanchor: 'left',
      yref: 'container',
      y: 1,
      yanchor: 'top',
      bgcolor: 'rgba(0,0,0,0)',
      font: { size: LEGEND_FONT_PX, color: theme.text },
      tracegroupgap: 0,
      itemwidth: 30,
      maxheight: 1,
      itemclick: false,
      itemdoubleclick: false,
    },
    dragmode: false,
    hovermode: false,
    xaxis: {
      type: 'linear',
      autorange: false,
      range: [range.left, range.right],
      showgrid: false,
      zeroline: false,
      // The axis is drawn with every frame, by the page; these ticks only keep its place.
      showticklabels: false,
      ticks: 'outside',
      ticklen: TICK_PX,
      tickcolor: 'rgba(0,0,0,0)',
      nticks: 2,
      linecolor: theme.border,
      rangeslider: {
        visible: true,
        autorange: false,
        range: [Math.min(extent.left, range.left), Math.max(extent.right, range.right)],
        thickness: SLIDER_PX / plot,
        bgcolor: theme.plotGround,
        bordercolor: theme.border,
        borderwidth: 1,
        yaxis: { rangemode: 'fixed', range: [allLevels.low, allLevels.high] },
      },
    },
    yaxis: {
      type: 'linear',
      autorange: false,
      range: [levels.low, levels.high],
      fixedrange: true,
      gridcolor: theme.grid,
      zeroline: false,
      linecolor: theme.border,
      tickvals: ticks.map(({ bytes }) => bytes),
      ticktext: ticks.map(({ text }) => text),
      tickfont: { size: FONT_PX, color: theme.mutedText },
      ticks: 'outside',
      ticklen: 3,
      tickcolor: theme.border,
    },
  };
}

export const PLOTLY_CONFIG = {
  displayModeBar: false,
  scrollZoom: false,
  doubleClick: false,
  showAxisDragHandles: false,
  showTips: false,
  responsive: false,
} as const;
