import { fileURLToPath } from 'node:url';
import type { OutputFolder, PlacedTableSet, Reporter } from '@rl-insight/core';
import type { Counters } from '@rl-insight/memory-contract';
import type { RangeFilter } from '@rl-insight/memory-model';
import { detailFile, groupFile, groupPartFile, pageFile } from '../page-data/files.js';
import type { GroupData } from '../page-data/format.js';
import type { Language } from '../page-data/language.js';
import { GroupPages } from './group.js';
import { overviewHtml, timelineHtml } from './html.js';
import { Overview } from './overview/overview.js';
import { type GroupPlace, placeGroups } from './places.js';
import { ScriptWriter } from './script-call.js';
import type { WindowLimits } from './windows.js';

/** As a whole and in one literal, so that a bundler sees what to take along. */
const ASSETS = new URL('../assets/', import.meta.url);
/** Shared by all pages of a run, once. */
const SHARED_FILES = ['page.js', 'page.css', 'plotly.min.js', 'plotly.LICENSE.txt'];
/** Of the overview, which a lone group does not have. */
const OVERVIEW_FILES = ['overview.js', 'overview.css'];

export interface WritePagesOptions {
  readonly producer: string;
  readonly runId: string;
  readonly signal: AbortSignal;
  readonly report: Reporter;
  readonly language: Language;
  /** How groups are split into windows; small in tests. */
  readonly limits?: WindowLimits;
  /** Regular expressions of frames that are not the user's; a built-in list when it is left out. */
  readonly internalFrames?: readonly string[];
  /** Which user ranges are scopes; all when it is left out. */
  readonly scopes?: RangeFilter;
}

function titleOf({ role, rank_id, device_type }: GroupData['info']): string {
  const known = role === '' ? '' : `${role} · `;
  return `${known}rank ${rank_id} · ${device_type} — device memory`;
}

/** The counters, the time until they are there being used for allocations. */
async function whilePacking(pages: GroupPages, counters: Promise<Counters>): Promise<Counters> {
  let isThere = false;
  const arrived = counters.finally(() => {
    isThere = true;
  });
  await Promise.all([arrived, pages.packUntil(() => isThere)]);
  return arrived;
}

async function writeGroup(
  place: GroupPlace,
  originNs: bigint,
  overview: Overview | undefined,
  output: OutputFolder,
  options: WritePagesOptions,
): Promise<void> {
  const several = overview !== undefined;
  const overviewPage = several ? '../index.html' : null;
  const { group, counters } = await place.take();
  const { info } = group;
  const heldBytes = several ? Overview.heldBytes(group) : 0;
  const title = titleOf(info);
  const { language } = options;
  const sharedFile = groupFile(place.folder);
  const pages = new GroupPages(group, {
    ...options,
    originNs,
    overviewPage,
    fileOf: (part) => groupPartFile(place.folder, part),
  });
  const scripts = new ScriptWriter();
  const prefix = place.folder === '' ? '' : `${place.folder}/`;
  const assets = several ? '../assets' : 'assets';
  const data = pages.data(await whilePacking(pages, counters()));
  let writing = Promise.resolve();
  let next = await data.next();
  for (; !next.done; next = await data.next()) {
    options.signal.throwIfAborted();
    const { window } = next.value;
    const detail = scripts.call('rlInsightWindow', next.value);
    const page = timelineHtml({ title, language, window, assets, groupFile: sharedFile });
    await writing;
    writing = (async () => {
      await output.write(`${prefix}${detailFile(window)}`, detail);
      await output.write(`${prefix}${pageFile(window)}`, page);
    })();
    // It is waited for, but maybe not at once.
    writing.catch(() => undefined);
  }
  await writing;
  const { group: groupData, files } = next.value;
  for (const { file, call, data: part } of files) {
    options.signal.throwIfAborted();
    await output.write(`assets/${file}`, scripts.call(call, part));
  }
  await output.write(`assets/${sharedFile}`, scripts.call('rlInsightGroup', groupData));
  overview?.add(info, groupData, place.folder, heldBytes);
}

/**
 * Writes the pages of all groups.
 *
 * @returns the page to open first: the only group's first window, or the list of groups.
 */
export async function writePages(
  sets: readonly PlacedTableSet[],
  output: OutputFolder,
  options: WritePagesOptions,
): Promise<string> {
  const { places, originNs } = await placeGroups(sets);
  const overview = places.length > 1 ? new Overview(places.length) : undefined;
  const shared = overview === undefined ? SHARED_FILES : [...SHARED_FILES, ...OVERVIEW_FILES];
  for (const file of shared) {
    options.signal.throwIfAborted();
    await output.copy(fileURLToPath(new URL(file, ASSETS)), `assets/${file}`);
  }
  for (const [done, place] of places.entries()) {
    options.signal.throwIfAborted();
    await writeGroup(place, originNs, overview, output, options);
    options.report.progress({
      kind: 'progress',
      stage: 'visualize',
      done: done + 1,
      total: places.length,
      unit: 'sets',
    });
  }
  if (overview === undefined) return pageFile(0);
  const { producer, runId, language } = options;
  const data = await overview.data({ producer, runId, originNs: String(originNs) });
  await output.write('assets/overview-data.js', new ScriptWriter().call('rlInsightOverview', data));
  await output.write('index.html', overviewHtml('Device memory of all ranks', language));
  return 'index.html';
}
