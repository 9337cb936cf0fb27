import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { PackedPackage } from './pack.js';
import { exportTargets } from './packages.js';

const BESIDE_DIST = ['LICENSE', 'README.md', 'package.json'];
const OUTPUT = /^dist\/(?<module>.+?)\.(?:js|js\.map|d\.ts)$/;
/** What bundlers make, and the licences of what is in it. */
const BUNDLED = /^dist\/(?:assets|bundle)\/[\w./-]+\.(?:js|css|txt)$/;

/** What new projects are made of; npm leaves out nothing of it, as it would files that begin with a dot. */
const TEMPLATE = /^templates\/[\w./-]+\.(?:ts|js|json|csv)$/;

function belongs(file: string, { folder, manifest }: PackedPackage): boolean {
  if (manifest.name === 'create-rl-insight-plugin' && TEMPLATE.test(file)) return true;
  if (BESIDE_DIST.includes(file) || BUNDLED.test(file)) return true;
  if (Object.values(manifest.bin ?? {}).includes(file)) return true;
  const module = OUTPUT.exec(file)?.groups?.module;
  if (module === undefined || /\.test$|(?:^|\/)test\//.test(module)) return false;
  return existsSync(join(folder, 'src', `${module}.ts`));
}

/** Sentences on what a tarball has and should not, and the other way round. */
export function wrongContents(packed: PackedPackage): string[] {
  const { files, folder, manifest } = packed;
  const needed = [
    ...BESIDE_DIST,
    ...exportTargets(manifest),
    ...Object.values(manifest.bin ?? {}),
    ...files.filter((file) => file.endsWith('.js.map')).map((file) => file.slice(0, -4)),
  ];
  return [
    ...files.filter((file) => !belongs(file, packed)).map((file) => `${file} does not belong`),
    ...needed.filter((file) => !files.includes(file)).map((file) => `${file} is missing`),
    ...files
      .filter((file) => lacksSources(join(folder, file)))
      .map((file) => `${file} has no text`),
    ...Object.values(manifest.bin ?? {}).flatMap((file) => wrongExecutable(folder, file)),
  ];
}

/** A map points to sources, which are not published: their text has to be in it. */
function lacksSources(path: string): boolean {
  if (!path.endsWith('.map')) return false;
  const { sources, sourcesContent } = JSON.parse(readFileSync(path, 'utf8'));
  return sources.length !== sourcesContent?.length;
}

function wrongExecutable(folder: string, file: string): string[] {
  const path = join(folder, file);
  const startsNode = readFileSync(path, 'utf8').startsWith('#!/usr/bin/env node\n');
  // Windows has no such bit.
  const isExecutable = process.platform === 'win32' || (statSync(path).mode & 0o111) === 0o111;
  return startsNode && isExecutable ? [] : [`${file} cannot be executed`];
}
