import { execFileSync, spawnSync } from 'node:child_process';

/** Whether there is a Python to compare with. */
export const HAS_PYTHON = spawnSync('python3', ['-c', 'import pickle']).status === 0;

/** Runs a program of Python; what it prints, as bytes. */
export function python(program: string, input: string | Uint8Array = ''): Buffer {
  return execFileSync('python3', ['-c', program], { input, maxBuffer: 1 << 28 });
}

/** The pickle of a Python expression. */
export function pickled(expression: string, protocol = 4): Uint8Array {
  return python(
    `import pickle, sys\nsys.stdout.buffer.write(pickle.dumps(${expression}, ${protocol}))`,
  );
}

/**
 * What Python's own pickle makes of some bytes, as JSON: integers as text after `i`, floats as text
 * after `f`, texts after `s`, dicts as lists of pairs.
 */
export function readByPython(pickle: Uint8Array): unknown {
  const program = `
import pickle, json, sys
def told(v):
    if v is None or isinstance(v, bool): return v
    if isinstance(v, int): return 'i' + str(v)
    if isinstance(v, float): return 'f' + json.dumps(int(v) if v == int(v) else v)
    if isinstance(v, str): return 's' + v
    if isinstance(v, dict): return {'d': [[told(k), told(w)] for k, w in v.items()]}
    return [told(w) for w in v]
print(json.dumps(told(pickle.load(sys.stdin.buffer))))`;
  return JSON.parse(python(program, pickle).toString());
}
