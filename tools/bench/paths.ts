import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

/** The folder `tools`, whether this runs from its sources (tests) or from what is built of them. */
export const TOOLS = dirname(dirname(createRequire(import.meta.url).resolve('@rl-insight/tools')));

export const ROOT = dirname(TOOLS);

/** Children run what is built, since Node reads no TypeScript. */
export const BUILT = join(TOOLS, 'dist', 'bench');

export const CLI = join(ROOT, 'packages', 'cli', 'bin', 'rl-insight.js');

export const DOCUMENT = join(ROOT, 'docs', 'benchmarks.md');
