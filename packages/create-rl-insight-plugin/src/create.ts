import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { CreationError } from './creation-error.js';
import { manifestOf } from './manifest.js';
import { pluginNames } from './names.js';
import type { Kind, Language } from './options.js';
import { readmeOf } from './readme.js';
import { type ProjectFiles, sharedFile, sourceFiles } from './templates.js';

export interface PluginRequest {
  /** Where to; made where it is not there. */
  readonly folder: string;
  /** Of the package. */
  readonly name: string;
  readonly kind: Kind;
  readonly language: Language;
}

const GITIGNORE: Readonly<Record<Language, string>> = {
  ts: 'node_modules/\ndist/\noutput/\nsample/*.arrow\n',
  js: 'node_modules/\noutput/\nsample/*.arrow\n',
};

/**
 * The files of a new plugin, by their paths in its folder.
 *
 * @throws CreationError for a name that no package can have.
 */
export async function pluginFiles({
  name,
  kind,
  language,
}: Omit<PluginRequest, 'folder'>): Promise<ProjectFiles> {
  const names = pluginNames(name);
  const files = new Map<string, string>([
    ['package.json', manifestOf(kind, language, names)],
    ['README.md', readmeOf(kind, language, names)],
    ['.gitignore', GITIGNORE[language]],
  ]);
  const [sample, text] = await sharedFile(
    kind === 'parser' ? 'sample/blocks.csv' : 'sample/make.js',
  );
  files.set(`sample/${sample}`, text);
  if (language === 'ts') files.set(...(await sharedFile('ts/tsconfig.json')));
  for (const [file, source] of await sourceFiles(kind, language, names)) {
    files.set(file.endsWith('.test.js') ? `test/${file}` : `src/${file}`, source);
  }
  return files;
}

/**
 * Writes a new plugin.
 *
 * @returns the paths of its files, in its folder, sorted.
 * @throws CreationError when the name is none or the folder has something in it.
 */
export async function createPlugin(request: PluginRequest): Promise<readonly string[]> {
  const files = await pluginFiles(request);
  const folder = resolve(request.folder);
  await ensureEmpty(folder, request.folder);
  for (const [path, text] of files) {
    const file = join(folder, path);
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, text);
  }
  return [...files.keys()].sort();
}

async function ensureEmpty(folder: string, told: string): Promise<void> {
  const names = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    if (error.code !== 'ENOTDIR') throw error;
    throw new CreationError(
      `${told} is a file.`,
      'Give the name of a folder that is not there yet.',
    );
  });
  // A repository that was just begun is as good as empty.
  if (names.every((name) => name === '.git')) return;
  throw new CreationError(`${told} is not empty.`, 'Give another folder, or empty this one.');
}
