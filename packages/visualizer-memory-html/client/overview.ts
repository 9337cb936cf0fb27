/**
 * The script of the overview of all groups. It is there before the data: the data file calls the
 * function that it defines.
 */
import { OVERVIEW_DATA_VERSION, type OverviewData } from '../src/page-data/overview-format.js';
import { sayBroken } from './app/broken.js';
import { decideAxis } from './format/axis.js';
import { OverviewModel } from './overview/model.js';
import { drawOverview } from './overview/overview-app.js';
import './style/overview.css';
import { t } from './text/text.js';

let succeed: (drawn: Promise<void>) => void = () => {};
let fail: (error: Error) => void = () => {};
const ready = new Promise<void>((resolve, reject) => {
  succeed = resolve;
  fail = reject;
});

async function open(data: OverviewData): Promise<void> {
  const isTimeless = data.timeBasis === 'event_index' && data.clocks.bases.length === 0;
  decideAxis(isTimeless ? 'events' : 'ns', isTimeless);
  const model = await OverviewModel.open(data);
  const page = document.getElementById('app');
  if (page === null) throw new Error('the page has no element for the overview');
  document.title = t('overviewTitle');
  drawOverview(page, model);
}

window.rlInsightOverview = (data) => {
  if (data.version !== OVERVIEW_DATA_VERSION) {
    fail(new Error(t('wrongVersion', { found: data.version, wanted: OVERVIEW_DATA_VERSION })));
  } else if (!('DecompressionStream' in window)) fail(new Error(t('oldBrowser')));
  else succeed(open(data));
};

window.rlInsight = { ready };
ready.catch((error: unknown) => sayBroken(error instanceof Error ? error.message : String(error)));

// A data file that is missing tells nobody but the window.
window.addEventListener(
  'error',
  ({ target }) => {
    if (!(target instanceof HTMLScriptElement)) return;
    fail(new Error(t('missingFile', { file: target.getAttribute('src') ?? '' })));
  },
  true,
);
