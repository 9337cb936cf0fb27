/**
 * The script of a page. It is there before the data: the data files call the functions that it
 * defines, first the group's, then that of the page's own window.
 */
import { type GroupData, PAGE_DATA_VERSION } from '../src/page-data/format.js';
import { pageApi } from './app/api.js';
import { App } from './app/app.js';
import { sayBroken } from './app/broken.js';
import { Background } from './background/background.js';
import { DataFiles } from './data/data-files.js';
import { countEventsOf } from './data/event-axis.js';
import { Group } from './data/group.js';
import { groupParts } from './data/group-parts.js';
import { Windows } from './data/windows.js';
import { decideAxis } from './format/axis.js';
import './style/page.css';
import { groupName } from './text/group-name.js';
import { t } from './text/text.js';
import { readHash } from './view/view-hash.js';

const files = new DataFiles();
// Its thread starts while the group's file is being read.
const background = new Background();
let broken: Error | undefined;
let startApp: (app: App | PromiseLike<App>) => void = () => {};
let failApp: (error: unknown) => void = () => {};
const app = new Promise<App>((resolve) => {
  startApp = resolve;
});
const failure = new Promise<never>((_, reject) => {
  failApp = reject;
});

function fail(message: string): void {
  broken = new Error(message);
  failApp(broken);
}

async function open(data: GroupData): Promise<App> {
  const group = await Group.open(data, background);
  if (broken !== undefined) throw broken;
  const page = document.getElementById('app');
  if (page === null) throw new Error('the page has no element for the charts');
  document.title = t('windowTitle', { who: groupName(data.info), device: data.info.device_type });
  const { window = '0', assets = 'assets' } = document.body.dataset;
  const place = { window: Number(window), assets };
  const isTimeless = data.timeBasis === 'event_index';
  const countsEvents = readHash(location.hash).choices.axis === 'events' && data.rows > 0;
  decideAxis(isTimeless || countsEvents ? 'events' : 'ns', isTimeless);
  if (isTimeless || !countsEvents) return new App(page, group, files, place);
  const missing: string[] = [];
  const complain = (text: string) => missing.push(text);
  const windows = new Windows(group, files, place.window, assets, complain);
  const { allocator } = groupParts({ group, files, assets, complain });
  await countEventsOf(group, windows, await allocator?.load());
  return new App(page, group, files, { ...place, loaded: { windows, missing } });
}

window.rlInsightGroup = (data) => {
  if (data.version !== PAGE_DATA_VERSION) {
    fail(t('wrongVersion', { found: data.version, wanted: PAGE_DATA_VERSION }));
  } else if (!('DecompressionStream' in window)) fail(t('oldBrowser'));
  else startApp(open(data));
};

window.rlInsightWindow = (data) => files.arrived(data.window, data);
window.rlInsightSpanning = (data) => files.arrived('spanning', data);
window.rlInsightThreads = (data) => files.arrived('threads', data);
window.rlInsightScopes = (data) => files.arrived('scopes', data);
window.rlInsightFailures = (data) => files.arrived('failures', data);
window.rlInsightFailureHolders = (data) => files.arrived('failure-holders', data);
window.rlInsightAllocator = (data) => files.arrived('allocator', data);

window.rlInsight = pageApi(app, failure);
window.rlInsight.ready.catch((error: unknown) => {
  sayBroken(error instanceof Error ? error.message : String(error));
});

// The group's file that is missing tells nobody but the window. Those that the page asks for itself say so.
window.addEventListener(
  'error',
  ({ target }) => {
    if (!(target instanceof HTMLScriptElement) || target.dataset.asked !== undefined) return;
    fail(t('missingFile', { file: target.getAttribute('src') ?? '' }));
  },
  true,
);
