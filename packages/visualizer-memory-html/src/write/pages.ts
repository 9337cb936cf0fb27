import { fileURLToPath } from 'node:url';
import type { OutputFolder, PlacedTableSet, Reporter } from '@rl-insight/core';
import { loadTables } from '@rl-insight/core/tables';
import {
  groupFolderName,
  type MemoryGroup,
  memoryGroups,
  NameTaker,
} from '@rl-insight/memory-contract';
import { detailFile, pageFile } from '../page-data/files.js';
import type { GroupData } from '../page-data/format.js';
import { GroupPages } from './group.js';
import { type IndexEntry, indexHtml, scriptCall, timelineHtml } from './html.js';

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
}

/** A group and where its pages go. */
interface GroupPlace {
  readonly placed: PlacedTableSet;
  /** Which of the set's groups. */
  readonly number: number;
  readonly folder: string;
  readonly startNs: bigint;
}

/** Groups of all sets: one has its pages in the output folder itself, several have folders. */
async function placeGroups(sets: readonly PlacedTableSet[]): Promise<GroupPlace[]> {
  const found: { placed: PlacedTableSet; number: number; name: string; startNs: bigint }[] = [];
  for (const placed of sets) {
    const groups = memoryGroups(await loadTables(placed.set));
    groups.forEach((group, number) => {
      const name = groups.length === 1 ? placed.folder : folderOf(group, groups);
      found.push({ placed, number, name, startNs: firstTime(group) });
    });
  }
  const names = new NameTaker();
  return found.map(({ name, ...place }) => ({
    ...place,
    folder: found.length === 1 ? '' : names.take(name === '' ? 'group' : name),
  }));
}

function folderOf({ info }: MemoryGroup, all: readonly MemoryGroup[]): string {
  const several = all.some(
    (other) =>
      other.info !== info && other.info.role === info.role && other.info.rank_id === info.rank_id,
  );
  return groupFolderName(info, several);
}

function firstTime({ info, allocations }: MemoryGroup): bigint {
  const starts = info.captures.map(({ start_ns }) => BigInt(start_ns));
  if (allocations.rows > 0 || starts.length === 0) starts.push(allocations.originNs);
  return starts.sort((a, b) => (a < b ? -1 : 1))[0];
}

function titleOf({ info }: GroupData): string {
  const role = info.role === '' ? '' : `${info.role} · `;
  return `${role}rank ${info.rank_id} · ${info.device_type} — device memory`;
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

async function writeGroup(
  place: GroupPlace,
  originNs: bigint,
  several: boolean,
  output: OutputFolder,
  options: WritePagesOptions,
): Promise<GroupData> {
  const { producer, runId, signal } = options;
  const group = memoryGroups(await loadTables(place.placed.set))[place.number];
  const overviewPage = several ? '../index.html' : null;
  const pages = new GroupPages(group, { originNs, producer, runId, overviewPage });
  const data = pages.groupData();
  const prefix = place.folder === '' ? '' : `${place.folder}/`;
  const groupFile = `group-${place.folder === '' ? 'all' : place.folder}.js`;
  await output.write(`assets/${groupFile}`, scriptCall('rlInsightGroup', data));
  for (let window = 0; window < data.windows.length; window++) {
    signal.throwIfAborted();
    const detail = scriptCall('rlInsightWindow', pages.windowData(window));
    await output.write(`${prefix}${detailFile(window)}`, detail);
    const page = {
      title: titleOf(data),
      window,
      assets: several ? '../assets' : 'assets',
      groupFile,
    };
    await output.write(`${prefix}${pageFile(window)}`, timelineHtml(page));
  }
  return data;
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
  const places = await placeGroups(sets);
  const several = places.length > 1;
  const [originNs] = places.map(({ startNs }) => startNs).sort((a, b) => (a < b ? -1 : 1));
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
