import { t } from '../text/text.js';

/** What this page uses of Plotly's interface; the library brings no types of its own. */
export interface PlotlyLibrary {
  newPlot(
    target: HTMLElement,
    data: readonly PlotlyTrace[],
    layout: PlotlyLayout,
    config: Readonly<Record<string, unknown>>,
  ): Promise<PlotlyGraph>;
  react(
    target: HTMLElement,
    data: readonly PlotlyTrace[],
    layout: PlotlyLayout,
    config: Readonly<Record<string, unknown>>,
  ): Promise<PlotlyGraph>;
}

/** The element that Plotly draws in, after the first drawing. */
export interface PlotlyGraph extends HTMLElement {
  readonly layout: { readonly xaxis: { readonly range: readonly [number, number] } };
  on(event: 'plotly_relayout' | 'plotly_afterplot', listener: () => void): void;
}

export interface PlotlyTrace {
  readonly type: 'scatter';
  readonly mode: 'lines';
  readonly name: string;
  readonly x: readonly number[];
  /** null: a gap in the line. */
  readonly y: readonly (number | null)[];
  readonly visible: true | 'legendonly';
  readonly line: {
    readonly shape: 'hv';
    readonly color: string;
    readonly width: number;
    readonly dash: string;
  };
  readonly fill?: 'tozeroy';
  readonly fillcolor?: string;
  readonly hoverinfo: 'skip';
  readonly legendrank: number;
}

export type PlotlyLayout = Readonly<Record<string, unknown>>;

/** A text for Plotly, which reads a few tags and entities in texts: from a capture it is plain. */
export function plainForPlotly(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

let loading: Promise<PlotlyLibrary> | undefined;

/** The library, the largest of the page's scripts: it is loaded when the page has drawn without it. */
export function plotlyLibrary(): Promise<PlotlyLibrary> {
  loading ??= new Promise((resolve, reject) => {
    const file = 'plotly.min.js';
    const fail = () => reject(new Error(t('plotlyMissing', { file })));
    const script = document.createElement('script');
    script.src = `${document.body.dataset.assets ?? 'assets'}/${file}`;
    script.dataset.asked = '';
    script.addEventListener('load', () => (window.Plotly ? resolve(window.Plotly) : fail()));
    script.addEventListener('error', fail);
    document.body.append(script);
  });
  return loading;
}
