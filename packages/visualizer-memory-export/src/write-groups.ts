import type { OutputFolder, PlacedTableSet } from '@rl-insight/core';
import { loadTables } from '@rl-insight/core/tables';
import {
  groupFolderName,
  type MemoryGroup,
  memoryGroups,
  NameTaker,
} from '@rl-insight/memory-contract';
import { memoryReport } from '@rl-insight/memory-model';
import { chromeTracePieces } from './chrome-trace.js';
import { scopesCsvPieces } from './scopes-csv.js';
import { speedscopeFile } from './speedscope.js';
import { reportDone, type WriteOptions } from './write-options.js';

/** A file that every group has. */
interface GroupFile {
  readonly name: string;
  content(group: MemoryGroup, title: string, options: WriteOptions): string | Iterable<Uint8Array>;
}

/** Who held memory at the peak. */
export const SPEEDSCOPE: GroupFile = {
  name: 'memory_peak.speedscope.json',
  content(group, title, { producer }) {
    const [{ peak }] = memoryReport([group]).groups;
    const name = `${title}: device memory at its peak`;
    return JSON.stringify(speedscopeFile(peak, { name, exporter: producer }));
  },
};

/** What each entry into a scope needed. */
export const SCOPES_CSV: GroupFile = {
  name: 'memory_scopes.csv',
  content: (group, _, options) => scopesCsvPieces(group, options),
};

/** Live bytes and what allocators report, over time. */
export const CHROME_TRACE: GroupFile = {
  name: 'memory_counters.trace.json',
  content: (group, title) => chromeTracePieces(group, title),
};

function titleOf({ info }: MemoryGroup): string {
  const role = info.role === '' ? '' : `${info.role}, `;
  return `${role}rank ${info.rank_id}, ${info.device_type}`;
}

/**
 * Writes a file for each group, in the folder of its set; groups of one set have folders there.
 *
 * @returns the file of the first group.
 */
export async function writeGroups(
  kind: GroupFile,
  sets: readonly PlacedTableSet[],
  output: OutputFolder,
  options: WriteOptions,
): Promise<string> {
  const files: string[] = [];
  for (const [done, { set, folder }] of sets.entries()) {
    const groups = memoryGroups(await loadTables(set));
    const names = new NameTaker();
    for (const group of groups) {
      options.signal.throwIfAborted();
      const own = groups.length === 1 ? '' : names.take(groupFolderName(group.info, true));
      const file = [folder, own, kind.name].filter((part) => part !== '').join('/');
      await output.write(file, kind.content(group, titleOf(group), options));
      files.push(file);
    }
    reportDone(options, done + 1, sets.length);
  }
  return files[0];
}
