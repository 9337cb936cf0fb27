import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { writeCaptures } from '../ascend/index.js';
import { writeNsysExport } from '../nsys/index.js';
import { writeRmmLogs } from '../rmm/index.js';
import { NSYS_SAMPLE } from './nsys.js';
import { RMM_SAMPLE } from './rmm.js';
import { VERL_SAMPLE } from './verl.js';

/** The samples that ship with the repository, by folder name. */
const SAMPLES: Readonly<Record<string, (folder: string) => Promise<unknown>>> = {
  'ascend-verl': (folder) => writeCaptures(folder, VERL_SAMPLE),
  'rmm-logs': (folder) => writeRmmLogs(folder, RMM_SAMPLE.devices, RMM_SAMPLE.request),
  'nsys-export': async (folder) => writeNsysExport(join(folder, 'report.sqlite'), NSYS_SAMPLE),
};

/** Writes all samples below `root`, in place of those that are there. */
export async function writeSamples(root: string): Promise<void> {
  for (const [name, write] of Object.entries(SAMPLES)) {
    await rm(join(root, name), { recursive: true, force: true });
    await write(join(root, name));
  }
}
