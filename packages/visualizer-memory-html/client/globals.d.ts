import type { PageGlobals } from '../src/page-data/format.js';
import type { PageApi } from './app/api.js';
import type { PlotlyLibrary } from './usage/plotly.js';

declare global {
  interface Window extends PageGlobals {
    /** Defined by plotly.min.js, the last of the page's scripts. */
    Plotly: PlotlyLibrary | undefined;
    /** For tests and scripts. */
    rlInsight: PageApi;
  }
}
