import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { writeCaptures } from '../ascend/index.js';
import { VERL_SAMPLE } from './verl.js';

/** The samples that ship with the repository, by folder name. */
const SAMPLES = { 'ascend-verl': VERL_SAMPLE } as const;

/** Writes all samples below `root`, in place of those that are there. */
export async function writeSamples(root: string): Promise<void> {
  for (const [name, request] of Object.entries(SAMPLES)) {
    await rm(join(root, name), { recursive: true, force: true });
    await writeCaptures(join(root, name), request);
  }
}
