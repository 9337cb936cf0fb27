import { readdirSync, readFileSync } from 'node:fs';
import { basename, join, relative, sep } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { Plugin, PluginContext } from 'rolldown';
import { type MetaUse, metaUses } from './meta-uses.js';
import { isOurs, packageOf, type SourcePackage } from './packages.js';

/** Packages that look for files beside their modules, and why the bundle can do without those. */
const DISPENSABLE: Readonly<Record<string, string>> = {
  yargs: 'translations; the command speaks English, and that is in its code',
  'yargs-parser': 'configuration files, which are none of its business here',
};

/**
 * Takes along what modules find by their own place, which a bundle changes:
 *
 * - `new URL('./task.js', import.meta.url)` becomes a chunk of its own, for worker threads;
 * - `new URL('../assets/', import.meta.url)` and single files are copied;
 * - `packageName(new URL('../package.json', import.meta.url))` becomes its result, so that tables
 *   still name the package that made them.
 *
 * All lie beside the chunks under a name made of their package and path. Any other use of a
 * module's own place is an error: it would fail, or worse find something else, when it runs.
 */
export function ownFiles(): Plugin {
  return {
    name: 'own-files',
    transform: {
      filter: { code: /\bimport\.meta\b|\b__(?:dirname|filename)\b/ },
      handler(code, id) {
        const source = packageOf(id);
        if (source === undefined || Object.hasOwn(DISPENSABLE, source.name)) return null;
        let text = code;
        for (const use of metaUses(code, id).reverse()) {
          const replaced = isOurs(source) ? replacement(this, use, id, source) : undefined;
          if (replaced === undefined) {
            const written = code.slice(use.start, use.end);
            return this.error({ message: `the bundle cannot know what this is: ${written}`, id });
          }
          text = text.slice(0, use.start) + replaced + text.slice(use.end);
        }
        return { code: text, map: null };
      },
    },
  };
}

function replacement(
  context: PluginContext,
  { kind, address }: MetaUse,
  module: string,
  source: SourcePackage,
): string | undefined {
  if (kind === 'other') return undefined;
  const path = fileURLToPath(new URL(address, pathToFileURL(module)));
  if (kind === 'package-name') {
    const { name, version, folder } = source;
    return path === join(folder, 'package.json')
      ? JSON.stringify({ name, version, producer: `${name}@${version}` })
      : undefined;
  }
  const place = placeOf(source, path);
  if (place === undefined) return undefined;
  if (address.endsWith('.js')) context.emitFile({ type: 'chunk', id: path, fileName: place });
  else if (address.endsWith('/')) copyFolder(context, path, place);
  else context.emitFile({ type: 'asset', fileName: place, source: readFileSync(path) });
  const slash = address.endsWith('/') ? '/' : '';
  return `new URL('./${place}${slash}', import.meta.url)`;
}

/** `core.workers.entry.js` for `dist/workers/entry.js` of core. */
function placeOf({ name, folder }: SourcePackage, path: string): string | undefined {
  const parts = relative(join(folder, 'dist'), path).split(sep);
  return parts[0] === '..' || parts[0] === '' ? undefined : [basename(name), ...parts].join('.');
}

function copyFolder(context: PluginContext, folder: string, place: string): void {
  for (const entry of readdirSync(folder, { withFileTypes: true, recursive: true })) {
    if (!entry.isFile()) continue;
    const path = join(entry.parentPath, entry.name);
    const inside = relative(folder, path).split(sep).join('/');
    context.emitFile({
      type: 'asset',
      fileName: `${place}/${inside}`,
      source: readFileSync(path),
    });
  }
}
