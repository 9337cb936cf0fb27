import type { PageGlobals } from '../src/page-data/format.js';
import type { OverviewGlobals } from '../src/page-data/overview-format.js';
import type { PageApi } from './app/api.js';
import type { PlotlyLibrary } from './usage/plotly.js';

declare global {
  interface Window extends PageGlobals, OverviewGlobals {
    /** Defined by plotly.min.js, the last of the page's scripts. */
    Plotly: PlotlyLibrary | undefined;
    /** For tests and scripts; the overview tells only when it is there. */
    rlInsight: PageApi | Pick<PageApi, 'ready'>;
  }
}
