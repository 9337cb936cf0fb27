import { fileURLToPath } from 'node:url';
import type { OutputFolder, PlacedTableSet, Reporter } from '@rl-insight/core';
import type { Counters } from '@rl-insight/memory-contract';
import { detailFile, pageFile } from '../page-data/files.js';
import type { GroupData } from '../page-data/format.js';
import { GroupPages } from './group.js';
import { type IndexEntry, indexHtml, timelineHtml } from './html.js';
import { type GroupPlace, placeGroups } from './places.js';
import { ScriptWriter } from './script-call.js';
import type { WindowLimits } from './windows.js';

/** As a whole and in one literal, so that a bundler sees what to take along. */
const ASSETS = new URL('../assets/', import.meta.url);
/** Shared by all pages of a run, once. */
const SHARED_FILES = ['page.js', 'page.css', 'plotly.min.js', 'plotly.LICENSE.txt'];
const NS_PER_MS = 1e6;

export interface WritePagesOptions {
  readonly producer: string;
  readonly runId: string;
  readonly signal: AbortSignal;
  readonly report: Reporter;
  /** How groups are split into windows; small in tests. */
  readonly limits?: WindowLimits;
}

function titleOf({ role, rank_id, device_type }: GroupData['info']): string {
  const known = role === '' ? '' : `${role} · `;
  return `${known}rank ${rank_id} · ${device_type} — device memory`;
}

function indexEntry(data: GroupData, href: string): IndexEntry {
  const highest = [...data.captures].sort((a, b) => b.peakBytes - a.peakBytes)[0];
  return {
    role: data.info.role,
    rank: data.info.rank_id,
    device: data.info.device_type,
    href,
    allocations: data.rows,
    peakBytes: highest?.peakBytes ?? 0,
    peakMs: (highest?.peakNs ?? 0) / NS_PER_MS,
    heldBytes: data.captures.at(-1)?.endBytes ?? 0,
    warnings: data.warnings.length,
  };
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
  several: boolean,
  output: OutputFolder,
  options: WritePagesOptions,
): Promise<GroupData> {
  const overviewPage = several ? '../index.html' : null;
  const { group, counters } = await place.take();
  const title = titleOf(group.info);
  const pages = new GroupPages(group, { ...options, originNs, overviewPage });
  const scripts = new ScriptWriter();
  const prefix = place.folder === '' ? '' : `${place.folder}/`;
  const assets = several ? '../assets' : 'assets';
  const groupFile = `group-${place.folder === '' ? 'all' : place.folder}.js`;
  const data = pages.data(await whilePacking(pages, counters()));
  let writing = Promise.resolve();
  let next = await data.next();
  for (; !next.done; next = await data.next()) {
    options.signal.throwIfAborted();
    const { window } = next.value;
    const detail = scripts.call('rlInsightWindow', next.value);
    const page = timelineHtml({ title, window, assets, groupFile });
    await writing;
    writing = (async () => {
      await output.write(`${prefix}${detailFile(window)}`, detail);
      await output.write(`${prefix}${pageFile(window)}`, page);
    })();
    // It is waited for, but maybe not at once.
    writing.catch(() => undefined);
  }
  await writing;
  await output.write(`assets/${groupFile}`, scripts.call('rlInsightGroup', next.value));
  return next.value;
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
  for (const file of SHARED_FILES) {
    await output.copy(fileURLToPath(new URL(file, ASSETS)), `assets/${file}`);
  }
  const { places, originNs } = await placeGroups(sets);
  const several = places.length > 1;
  const entries: IndexEntry[] = [];
  for (const [done, place] of places.entries()) {
    const data = await writeGroup(place, originNs, several, output, options);
    entries.push(indexEntry(data, `${encodeURIComponent(place.folder)}/${pageFile(0)}`));
    options.report.progress({
      kind: 'progress',
      stage: 'visualize',
      done: done + 1,
      total: places.length,
      unit: 'sets',
    });
  }
  if (!several) return pageFile(0);
  await output.write('index.html', indexHtml('Device memory of all ranks', originNs, entries));
  return 'index.html';
}
