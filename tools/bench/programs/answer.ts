import { performance } from 'node:perf_hooks';

/**
 * Runs the loop that is measured and prints what it found, and its time, for the bench to read.
 * Loading and starting the program are not part of that time.
 */
export async function answer(work: () => Promise<Record<string, number>>): Promise<void> {
  const begin = performance.now();
  const facts = await work();
  const seconds = (performance.now() - begin) / 1000;
  process.stdout.write(`${JSON.stringify({ ...facts, seconds })}\n`);
}

/** The path that the program was called with. */
export function pathArgument(): string {
  const path = process.argv[2];
  if (path === undefined) throw new Error('a path is needed');
  return path;
}
