import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { writeCaptures } from '../ascend/index.js';
import { writeNsysExport } from '../nsys/index.js';
import { writeRmmLogs } from '../rmm/index.js';
import { writeTorchSnapshot } from '../torch/index.js';
import { NSYS_SAMPLE } from './nsys.js';
import { RMM_SAMPLE } from './rmm.js';
import { TORCH_SAMPLE } from './torch.js';
import { VERL_SAMPLE } from './verl.js';

/** The samples that ship with the repository, by folder name. */
const SAMPLES: Readonly<Record<string, (folder: string) => Promise<unknown>>> = {
  'ascend-verl': (folder) => writeCaptures(folder, VERL_SAMPLE),
  'rmm-logs': (folder) => writeRmmLogs(folder, RMM_SAMPLE.devices, RMM_SAMPLE.request),
  'torch-snapshot': async (folder) => writeTorchSample(folder),
  'nsys-export': async (folder) => writeNsysExport(join(folder, 'report.sqlite'), NSYS_SAMPLE),
};

/** Writes all samples below `root`, in place of those that are there. */
export async function writeSamples(root: string): Promise<void> {
  for (const [name, write] of Object.entries(SAMPLES)) {
    await rm(join(root, name), { recursive: true, force: true });
    await write(join(root, name));
  }
}

function writeTorchSample(folder: string): void {
  const { ranks, request } = TORCH_SAMPLE;
  for (let rank = 0; rank < ranks; rank++) {
    const options = { ...request.options, seed: `${request.options?.seed}/${rank}` };
    writeTorchSnapshot(join(folder, `snapshot_rank${rank}.pickle`), { ...request, options });
  }
}
