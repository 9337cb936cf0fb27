import { realpath } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { runErrors } from './errors.js';
import { formerFiles } from './staging.js';

/** What a run would do in its output folder. */
export interface OutputPlan {
  readonly path: string;
  /** Whether tables are among the results. */
  readonly writesTables: boolean;
  /** Whether tables of the run before may stay where they are. */
  readonly keepsTables: boolean;
}

const TABLE = '.arrow';

/**
 * Sees to it that a run does not replace or remove the tables that it reads, before anything is
 * written. Results replace the files of an earlier run in their folder as a set, and that set may
 * hold the input.
 *
 * @param inputs files that are read
 * @returns files of the run before that have to stay, relative to the output: all of its tables where
 *   the input is among them, for they belong together.
 * @throws RlInsightError when the input would be replaced or removed.
 */
export async function tablesToKeep(
  inputs: readonly string[],
  { path, writesTables, keepsTables }: OutputPlan,
): Promise<string[]> {
  if (inputs.length === 0) return [];
  const output = await real(path);
  const read = new Set(await Promise.all(inputs.map(real)));
  if (writesTables && tablePlaces(inputs, output).some((folder) => holdsOne(folder, read))) {
    throw runErrors.outputIsInput(path);
  }
  const former = await formerFiles(output);
  const isRead = await Promise.all(
    former.map(async (file) => read.has(await real(join(output, file)))),
  );
  if (!isRead.includes(true)) return [];
  if (!keepsTables) throw runErrors.outputIsInput(path);
  return former.filter((file) => file.endsWith(TABLE));
}

/** Folders that tables go to: the output itself, or where there are several sets one of each name. */
function tablePlaces(inputs: readonly string[], output: string): string[] {
  const sets = [...new Set(inputs.map((file) => dirname(resolve(file))))];
  return sets.length === 1 ? [output] : [output, ...sets.map((set) => join(output, basename(set)))];
}

function holdsOne(folder: string, files: ReadonlySet<string>): boolean {
  return [...files].some((file) => dirname(file) === folder);
}

/** A path without links, as far as it exists. */
async function real(path: string): Promise<string> {
  const absolute = resolve(path);
  try {
    return await realpath(absolute);
  } catch {
    const folder = dirname(absolute);
    return folder === absolute ? absolute : join(await real(folder), basename(absolute));
  }
}
