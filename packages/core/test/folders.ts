import { mkdir, mkdtemp, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { onTestFinished } from 'vitest';

/** A folder with these files, by their paths in it, that goes when the test ends. */
export async function folderOf(
  files: Readonly<Record<string, string | Uint8Array | object>>,
): Promise<string> {
  const folder = await realpath(await mkdtemp(join(tmpdir(), 'rl-insight-')));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  for (const [path, content] of Object.entries(files)) {
    const file = join(folder, path);
    await mkdir(dirname(file), { recursive: true });
    const isJson = typeof content !== 'string' && !(content instanceof Uint8Array);
    await writeFile(file, isJson ? JSON.stringify(content) : content);
  }
  return folder;
}

/** The source of a plugin that provides nothing. */
export const emptyPlugin = (name: string) => `
export const descriptor = { name: '${name}', version: '1.0.0', apiVersion: 1, provides: [] };
export function register() {}
`;
