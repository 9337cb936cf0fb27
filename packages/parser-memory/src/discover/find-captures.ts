import { readdir, realpath, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { ANALYSED_FOLDER, isCapture, shapeOf } from './capture-folder.js';

/** A folder that could not be looked into. */
export interface UnreadableFolder {
  readonly path: string;
  readonly reason: string;
}

export interface FoundCaptures {
  /** Folders of captures, sorted by path. */
  readonly folders: readonly string[];
  readonly unreadable: readonly UnreadableFolder[];
}

/**
 * Finds the captures at or below a folder, at any depth. Symbolic links are followed, each folder
 * is visited once; a capture is not searched for further ones.
 *
 * @throws the signal's reason when it is aborted.
 */
export async function findCaptures(root: string, signal?: AbortSignal): Promise<FoundCaptures> {
  const folders: string[] = [];
  const unreadable: UnreadableFolder[] = [];
  const visited = new Set<string>();
  const start = basename(root) === ANALYSED_FOLDER ? dirname(root) : root;

  async function visit(path: string): Promise<void> {
    signal?.throwIfAborted();
    try {
      const real = await realpath(path);
      if (visited.has(real)) return;
      visited.add(real);
      const entries = await readdir(path, { withFileTypes: true });
      if (isCapture(shapeOf(basename(real), entries))) {
        folders.push(path);
        return;
      }
      const below = entries
        .filter((entry) => entry.isDirectory() || entry.isSymbolicLink())
        .map((entry) => entry.name)
        .sort();
      for (const name of below) {
        const child = join(path, name);
        const isFolder = await stat(child).then(
          (known) => known.isDirectory(),
          () => false,
        );
        if (isFolder) await visit(child);
      }
    } catch (error) {
      signal?.throwIfAborted();
      unreadable.push({ path, reason: error instanceof Error ? error.message : String(error) });
    }
  }

  await visit(start);
  return { folders, unreadable };
}
