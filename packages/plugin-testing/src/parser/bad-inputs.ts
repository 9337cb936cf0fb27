import { cp, mkdir, readdir, stat, truncate, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type { BadInput } from './subject.js';

/** An input that is not as it should be, made in a folder of its own. */
export interface MadeInput {
  readonly path: string;
  /** Whether a parser may read it without a word: a shortened file may be whole, up to a row. */
  readonly mayPass: boolean;
}

/** Makes an input below an empty folder. */
export type MakeInput = (folder: string) => Promise<MadeInput>;

const RANDOM_BYTES = 4096;
/** Parts of a file that are left of it. */
const CUTS: Readonly<Record<string, (size: number) => number>> = {
  'after a quarter': (size) => Math.floor(size / 4),
  'in the middle': (size) => Math.floor(size / 2),
  'before its last byte': (size) => size - 1,
};
/** Of a folder, its largest files are damaged, one in each input. */
const DAMAGED_FILES = 3;

/** The same bytes in every run, of no format. */
function randomBytes(): Uint8Array {
  let state = 0x9e3779b9;
  return Uint8Array.from({ length: RANDOM_BYTES }, () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state >>> 24;
  });
}

/** The files of an input, relative to it; a file is one of the name ''. */
async function filesOf(input: string): Promise<{ name: string; size: number }[]> {
  const known = await stat(input);
  if (!known.isDirectory()) return [{ name: '', size: known.size }];
  const entries = await readdir(input, { recursive: true, withFileTypes: true });
  const names = entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(input.length + 1))
    .sort();
  return Promise.all(
    names.map(async (name) => ({ name, size: (await stat(join(input, name))).size })),
  );
}

/** A copy of the sample whose files `damage` changes. */
function damaged(
  input: string,
  mayPass: boolean,
  damage: (file: string, size: number) => Promise<void>,
  only?: string,
): MakeInput {
  return async (folder) => {
    const path = join(folder, basename(input));
    await cp(input, path, { recursive: true });
    for (const { name, size } of await filesOf(input)) {
      if (only === undefined || only === name) await damage(join(path, name), size);
    }
    return { path, mayPass };
  };
}

function given(input: string, bad: BadInput): MakeInput {
  return async (folder) => {
    if (typeof bad === 'object' && 'path' in bad) return { path: bad.path, mayPass: false };
    const path = join(folder, basename(input));
    await writeFile(path, bad);
    return { path, mayPass: false };
  };
}

/** Inputs that are damaged in the ways of the world, by what is wrong with them, and those of the author. */
export async function badInputs(
  input: string,
  own: Readonly<Record<string, BadInput>> = {},
): Promise<Map<string, MakeInput>> {
  const made = new Map<string, MakeInput>([
    [
      'a path that is not there',
      async (folder) => ({ path: join(folder, basename(input)), mayPass: false }),
    ],
    [
      'a folder without anything',
      async (folder) => {
        await mkdir(join(folder, 'empty'));
        return { path: join(folder, 'empty'), mayPass: false };
      },
    ],
    ['empty files', damaged(input, false, (file) => writeFile(file, ''))],
    ['bytes of no format', damaged(input, false, (file) => writeFile(file, randomBytes()))],
  ]);
  const files = await filesOf(input).catch(() => []);
  const largest = files.toSorted((a, b) => b.size - a.size).slice(0, DAMAGED_FILES);
  for (const { name } of largest) {
    for (const [where, left] of Object.entries(CUTS)) {
      const file = name === '' ? basename(input) : name;
      const cut = (path: string, size: number) => truncate(path, Math.max(0, left(size)));
      made.set(`${file} cut off ${where}`, damaged(input, true, cut, name));
    }
  }
  for (const [name, bad] of Object.entries(own)) made.set(name, given(input, bad));
  return made;
}
