import { mkdir, mkdtemp, readFile, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';

/** What npm notes of an installation, by the place of each package. */
type Places = Readonly<Record<string, Needs>>;

interface Needs {
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
  readonly peerDependencies?: Readonly<Record<string, string>>;
}

/** The place of a package for one that lies in `user`: beside it, or in a folder above. */
function locate(name: string, user: string, places: Places): string | undefined {
  const [, ...inner] = `/${user}`.split('/node_modules/');
  for (let depth = inner.length; depth >= 0; depth -= 1) {
    const place = [...inner.slice(0, depth), name].map((one) => `node_modules/${one}`).join('/');
    if (Object.hasOwn(places, place)) return place;
  }
  return undefined;
}

/** Places of packages and of all that they need. */
function closure(names: readonly string[], places: Places): Set<string> {
  const found = new Set<string>();
  const add = (name: string, user: string) => {
    const place = locate(name, user, places);
    // What is optional may be missing.
    if (place === undefined || found.has(place)) return;
    found.add(place);
    const { dependencies, optionalDependencies, peerDependencies } = places[place];
    const needed = { ...dependencies, ...optionalDependencies, ...peerDependencies };
    for (const other of Object.keys(needed)) add(other, place);
  };
  for (const name of names) add(name, '');
  return found;
}

/**
 * Moves some packages of an installation, with what they need, into a folder that has nothing else,
 * and back after `use`: an installation for each would take as long as all other tests of them.
 */
export async function usedAlone(
  installation: string,
  names: readonly string[],
  use: (folder: string) => Promise<void>,
): Promise<void> {
  const notes = await readFile(join(installation, 'node_modules', '.package-lock.json'), 'utf8');
  const needed = closure(names, JSON.parse(notes).packages);
  // Those inside of others move with them.
  const places = [...needed].filter((place) => place.lastIndexOf('node_modules/') === 0);
  const folder = await mkdtemp(join(dirname(installation), 'alone-'));
  try {
    for (const place of places) await move(join(installation, place), join(folder, place));
    await use(folder);
  } finally {
    for (const place of places) await move(join(folder, place), join(installation, place));
    await rm(folder, { recursive: true, force: true });
  }
}

async function move(from: string, to: string): Promise<void> {
  await mkdir(dirname(to), { recursive: true });
  await rename(from, to);
}
