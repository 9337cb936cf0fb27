import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { writeCaptures } from '@rl-insight/tools';
import { temporaryFolder } from './tables.js';

type Request = NonNullable<Parameters<typeof writeCaptures>[1]>;

/** A job with small captures; `folders` are those of the captures, in the order they were made. */
export async function smallJob(request: Request = {}) {
  const root = await temporaryFolder();
  const capture = { allocations: 60, geAllocations: 8, ...request.capture };
  const written = await writeCaptures(root, { ...request, capture });
  return { root, folders: written.map(({ dir }) => dir), written };
}

/** A file that the profiler's analysis wrote. */
export function output(capture: string, file: string): string {
  return join(capture, 'ASCEND_PROFILER_OUTPUT', file);
}

/** Changes the text of a file. */
export async function edit(path: string, change: (text: string) => string): Promise<void> {
  await writeFile(path, change(await readFile(path, 'utf8')));
}

export async function remove(...paths: string[]): Promise<void> {
  for (const path of paths) await rm(path, { recursive: true });
}

/** Names in the capture's output, so that a test can say what is there. */
export function namesIn(folder: string): Promise<string[]> {
  return readdir(folder);
}
