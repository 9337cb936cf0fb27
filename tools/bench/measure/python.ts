import { runChild } from './child.js';
import { BASELINE } from './commands.js';

/** A Python that has ijson. */
export interface Python {
  readonly program: string;
  readonly python: string;
  readonly ijson: string;
  /** `yajl2_c` is the fast one, in C. */
  readonly backend: string;
}

export const FAST_BACKEND = 'yajl2_c';
export const NO_PYTHON =
  'No Python with ijson was found: apt install python3-ijson, or name one in RL_INSIGHT_PYTHON';

/** Debian's packages belong to its own Python, which another may hide. */
function candidates(): string[] {
  const given = process.env.RL_INSIGHT_PYTHON;
  return given === undefined ? ['python3', '/usr/bin/python3'] : [given];
}

async function ask(program: string): Promise<Python | undefined> {
  try {
    return { program, ...JSON.parse(await runChild(program, [BASELINE, 'about'])) };
  } catch {
    return undefined;
  }
}

/** The first Python with ijson in C, else the first with any; undefined where there is none. */
export async function findPython(): Promise<Python | undefined> {
  let slower: Python | undefined;
  for (const program of candidates()) {
    const python = await ask(program);
    if (python?.backend === FAST_BACKEND) return python;
    slower ??= python;
  }
  return slower;
}
