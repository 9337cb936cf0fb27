import { open, stat } from 'node:fs/promises';
import { basename, relative } from 'node:path';
import { inputMissing, inputNoFile } from '@rl-insight/core/errors';
import { filesBelow } from '@rl-insight/core/run';
import { nsysErrors } from '../errors.js';

/** A file that may be an export, or a report that has to be exported first. */
export interface FoundExport {
  readonly path: string;
  /** As messages name it. */
  readonly label: string;
  readonly fileBytes: number;
  readonly isReport: boolean;
  /** What its name tells, such as 3 of `profile_rank3.sqlite`; null for none. */
  readonly rankOfName: number | null;
}

export interface FoundExports {
  readonly exports: readonly FoundExport[];
  /** Files of a folder that are something else. */
  readonly others: readonly string[];
}

const MAGIC = 'SQLite format 3\0';
const REPORT = /\.(nsys-rep|qdrep)$/i;
/** `rank3`, `rank_3`, `rank-3`, or a number that stands alone before the ending: `report.3.sqlite`. */
const RANKS = [/rank[_.-]?(\d{1,6})(?!\d)/i, /[._-](\d{1,6})\.[^.]+$/];

/**
 * The exports at a path: the file itself, or those of a folder at any depth, in order of their names.
 * A report of which there is an export beside it is left out.
 *
 * @throws RlInsightError when there is none, saying what is there instead.
 */
export async function findExports(path: string, signal: AbortSignal): Promise<FoundExports> {
  const known = await stat(path).catch(() => undefined);
  if (known === undefined) throw inputMissing(path);
  if (known.isFile()) {
    const found = await describe(path, basename(path));
    if (found === undefined) {
      const isEmpty = known.size === 0;
      throw nsysErrors.notAnExport(path, isEmpty ? 'it is empty' : 'it is no SQLite database');
    }
    return { exports: [found], others: [] };
  }
  if (!known.isDirectory()) throw inputNoFile(path);
  const exports: FoundExport[] = [];
  const others: string[] = [];
  for (const file of await filesBelow(path)) {
    signal.throwIfAborted();
    const label = relative(path, file);
    const found = await describe(file, label);
    if (found === undefined) others.push(label);
    else exports.push(found);
  }
  const exported = new Set(exports.filter(({ isReport }) => !isReport).map(stemOf));
  const wanted = exports.filter((found) => !found.isReport || !exported.has(stemOf(found)));
  if (wanted.length === 0) throw nsysErrors.none(path, others);
  return { exports: wanted, others };
}

function stemOf({ path }: FoundExport): string {
  return path.replace(/\.[^.]+$/, '');
}

/** Undefined for what is something else. */
async function describe(path: string, label: string): Promise<FoundExport | undefined> {
  const isReport = REPORT.test(path);
  if (!isReport && !(await isDatabase(path))) return undefined;
  return { path, label, fileBytes: (await stat(path)).size, isReport, rankOfName: rankOf(path) };
}

async function isDatabase(path: string): Promise<boolean> {
  try {
    const file = await open(path, 'r');
    try {
      const head = Buffer.alloc(MAGIC.length);
      const { bytesRead } = await file.read(head, 0, head.length, 0);
      return head.toString('latin1', 0, bytesRead) === MAGIC;
    } finally {
      await file.close();
    }
  } catch {
    // It is tried, and what is wrong with it told, while others go on.
    return true;
  }
}

function rankOf(path: string): number | null {
  const name = basename(path);
  for (const pattern of RANKS) {
    const number = pattern.exec(name)?.[1];
    if (number !== undefined) return Number(number);
  }
  return null;
}
