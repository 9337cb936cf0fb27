import { readFile } from 'node:fs/promises';
import { availableParallelism, cpus, release, totalmem, type } from 'node:os';
import { join } from 'node:path';
import { FAST_BACKEND, type Python } from '../measure/python.js';
import { ROOT } from '../paths.js';

async function installed(name: string): Promise<string> {
  const text = await readFile(join(ROOT, 'node_modules', name, 'package.json'), 'utf8');
  return `${name} ${JSON.parse(text).version}`;
}

/** The machine and the versions of what is measured, in one sentence. */
export async function describeMachine(python: Python | undefined): Promise<string> {
  const parts = [
    cpus()[0]?.model.trim() || process.arch,
    `${availableParallelism()} cores`,
    `${(totalmem() / 1e9).toFixed(0)} GB of memory`,
    `${type()} ${release().split('-')[0]}`,
    `Node ${process.versions.node}`,
    describePython(python),
    await installed('stream-json'),
    await installed('csv-parse'),
  ];
  return `${parts.join(', ')}.`;
}

function describePython(python: Python | undefined): string {
  if (python === undefined) return 'no Python with ijson';
  const slow = python.backend === FAST_BACKEND ? '' : ', **which is not the fast one**';
  return `Python ${python.python}, ijson ${python.ijson} (${python.backend}${slow})`;
}
