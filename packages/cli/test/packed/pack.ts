import { join } from 'node:path';
import { npm } from './npm.js';
import { publicPackages, ROOT, type SourcePackage } from './packages.js';

export interface PackedPackage extends SourcePackage {
  /** Path of the tarball. */
  readonly tarball: string;
  /** What is in it. */
  readonly files: readonly string[];
}

interface Packed {
  readonly name: string;
  readonly filename: string;
  readonly files: readonly { readonly path: string }[];
}

/** Packs all public packages into a folder, by one call of npm. */
export async function packAll(folder: string): Promise<PackedPackage[]> {
  const packages = publicPackages();
  const chosen = packages.map(({ name }) => `--workspace=${name}`);
  const args = ['pack', '--json', '--pack-destination', folder, ...chosen];
  const answer = JSON.parse(await npm('npm', args, { cwd: ROOT, home: folder }));
  // A list, or in later versions of npm an object by name.
  const packed = Object.values<Packed>(answer);
  return packages.map((source) => {
    const found = packed.find(({ name }) => name === source.name);
    if (found === undefined) throw new Error(`npm did not pack ${source.name}`);
    const files = found.files.map(({ path }) => path);
    return { ...source, tarball: join(folder, found.filename), files };
  });
}
