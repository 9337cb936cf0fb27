import { readdir } from 'node:fs/promises';
import { basename, dirname, join, relative, resolve } from 'node:path';
import {
  type ProfilerInfo,
  profilerInfoOf,
  profilerMetadataOf,
  readJsonObject,
} from '../profiler-info/read.js';
import { type CaptureFiles, captureFiles, rankInName, shapeOf } from './capture-folder.js';

/** Something about a capture that the user should know. */
export interface CaptureNotice {
  readonly code: string;
  readonly message: string;
  readonly example?: string;
}

/** How far a capture has come towards the tables that are read. */
export type CaptureState = 'analysed' | 'databases-only' | 'not-analysed';

/** A capture as its folder describes it; plain data. */
export interface Capture {
  readonly path: string;
  /** Path relative to what was searched; for people. */
  readonly label: string;
  readonly rank: number;
  readonly role: string;
  /** From a folder that is a number above the role; null where there is none. */
  readonly step: number | null;
  readonly state: CaptureState;
  readonly files: CaptureFiles;
  readonly profileMemory: boolean | undefined;
  readonly withStack: boolean | undefined;
  readonly parallelGroups: Readonly<Record<string, readonly number[]>>;
  readonly notices: readonly CaptureNotice[];
  /** JSON files that are there but not readable, with the reason. */
  readonly brokenFiles: readonly { readonly file: string; readonly problem: string }[];
}

const NUMBER = /^\d{1,9}$/;

interface ReadInfo {
  readonly info: ProfilerInfo | undefined;
  readonly rank: number | undefined;
}

class CaptureReader {
  readonly notices: CaptureNotice[] = [];
  readonly brokenFiles: { file: string; problem: string }[] = [];

  async json(file: string) {
    const read = await readJsonObject(file);
    if ('json' in read) return read.json;
    this.brokenFiles.push({ file, problem: read.problem });
    return undefined;
  }

  /** The rank: from the file whose name agrees with its content, else from the first file. */
  async info(folder: string, files: readonly string[]): Promise<ReadInfo> {
    const read: { file: string; named: number | undefined; info: ProfilerInfo }[] = [];
    for (const file of files) {
      const json = await this.json(join(folder, file));
      if (json === undefined) continue;
      read.push({ file, named: rankInName(file), info: profilerInfoOf(json) });
    }
    const chosen = read.find(({ named, info }) => named === info.rank) ?? read[0];
    if (chosen === undefined) return { info: undefined, rank: rankInName(files[0] ?? '') };
    if (read.length > 1) {
      this.notices.push({
        code: 'several-profiler-infos',
        message: `several profiler_info files; ${chosen.file} was taken`,
      });
    }
    const { named, info } = chosen;
    if (named !== undefined && info.rank !== undefined && named !== info.rank) {
      this.notices.push({
        code: 'rank-contradiction',
        message: `${chosen.file} says inside that its rank is ${info.rank}; the name was taken`,
      });
    }
    return { info, rank: named ?? info.rank };
  }
}

/**
 * Reads what a capture's folder says of it: rank, role, step, and which files there are.
 *
 * Rank: `profiler_info_<rank>.json`, else the `rank_id` in it, else 0. Role: `profiler_metadata.json`,
 * else the parent folder's name. Step: a folder that is a number above the role (verl writes
 * `<save>/<step>/<role>/…`).
 */
export async function describeCapture(path: string, root: string): Promise<Capture> {
  const folder = resolve(path);
  const reader = new CaptureReader();
  const entries = await readdir(folder, { withFileTypes: true });
  const shape = shapeOf(basename(folder), entries);
  const files = await captureFiles(folder);
  const { info, rank } = await reader.info(folder, shape.infoFiles);
  const hasMetadata = entries.some((entry) => entry.name === 'profiler_metadata.json');
  const metadata = hasMetadata
    ? await reader.json(join(folder, 'profiler_metadata.json'))
    : undefined;
  const { role, parallelGroups } = profilerMetadataOf(metadata ?? {});

  if (rank === undefined) {
    reader.notices.push(
      shape.infoFiles.length === 0
        ? { code: 'rank-unknown', message: 'no profiler_info file tells the rank; 0 was taken' }
        : {
            code: 'rank-single',
            message: 'captured on a single device without a rank; 0 was taken',
          },
    );
  }
  const parent = basename(dirname(folder));
  const above = basename(dirname(dirname(folder)));
  const parentIsStep = NUMBER.test(parent);
  const step = parentIsStep ? Number(parent) : NUMBER.test(above) ? Number(above) : null;
  return {
    path: folder,
    label: relative(resolve(root), folder) || basename(folder),
    rank: rank ?? 0,
    role: role ?? (parentIsStep ? '' : parent),
    step,
    state: stateOf(files, shape.analysed),
    files,
    profileMemory: info?.profileMemory,
    withStack: info?.withStack,
    parallelGroups,
    notices: reader.notices,
    brokenFiles: reader.brokenFiles,
  };
}

function stateOf(files: CaptureFiles, analysed: boolean): CaptureState {
  const hasText =
    files.operatorMemory.length > 0 || files.memoryRecord.length > 0 || files.trace !== undefined;
  if (hasText) return 'analysed';
  if (files.databases.length > 0) return 'databases-only';
  return analysed ? 'analysed' : 'not-analysed';
}
