import { readdir, readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import type { PluginNames } from './names.js';
import type { Kind, Language } from './options.js';

const TEMPLATES = new URL('../templates/', import.meta.url);

/** Files by their paths, relative to the new folder, with `/`. */
export type ProjectFiles = ReadonlyMap<string, string>;

/** A template with the names of a plugin in the places of its placeholders. */
export function filled(text: string, { packageName, type, key, code }: PluginNames): string {
  return text
    .replaceAll('__name__', packageName)
    .replaceAll('__type__', type)
    .replaceAll('__key__', key)
    .replaceAll('__code__', code);
}

/** The sources of a plugin of a kind: modules, and the test that it conforms, by their file names. */
export async function sourceFiles(
  kind: Kind,
  language: Language,
  names: PluginNames,
): Promise<ProjectFiles> {
  const folder = new URL(`${kind}/${language}/`, TEMPLATES);
  const files = new Map<string, string>();
  for (const file of (await readdir(folder)).sort()) {
    files.set(file, filled(await readFile(new URL(file, folder), 'utf8'), names));
  }
  return files;
}

/** A file that several kinds have. */
export async function sharedFile(path: string): Promise<[name: string, text: string]> {
  return [basename(path), await readFile(new URL(path, TEMPLATES), 'utf8')];
}
