import { runChild } from './child.js';

/** A Python that has what every Python has; undefined where there is none. */
export async function findPlainPython(): Promise<string | undefined> {
  const program = process.env.RL_INSIGHT_PYTHON ?? 'python3';
  try {
    await runChild(program, ['-c', 'import pickle']);
    return program;
  } catch {
    return undefined;
  }
}
