import { readFileSync } from 'node:fs';

/** A package as its manifest names it. */
export interface PackageName {
  readonly name: string;
  readonly version: string;
  /** `name@version`, as table files name their producer. */
  readonly producer: string;
}

/** Reads the name of a package out of its `package.json`. */
export function packageName(manifest: URL): PackageName {
  const { name, version } = JSON.parse(readFileSync(manifest, 'utf8')) as PackageName;
  return { name, version, producer: `${name}@${version}` };
}
