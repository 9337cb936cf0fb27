import { spawn } from 'node:child_process';
import { mkdir, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { ChildRequest } from './tasks.js';

const CHILD = fileURLToPath(new URL('./child.js', import.meta.url));

export interface ChildEnding<Result> {
  /** Undefined when the process ended, or was ended, without one. */
  readonly result: Result | undefined;
  readonly stdout: string;
  readonly stderr: string;
  /** Whether it ended by itself in time. */
  readonly ended: boolean;
  readonly exitCode: number | null;
  /** Files that are in its working folder, its home or its folder for temporary files. */
  readonly left: readonly string[];
}

/** Settings of a test runner, which would change what the process does and writes. */
const SETTINGS = /^(?:NODE_OPTIONS|NODE_TEST_CONTEXT|NODE_V8_COVERAGE|VITEST.*)$/;

function environment(folder: string): NodeJS.ProcessEnv {
  const kept = Object.entries(process.env).filter(([name]) => !SETTINGS.test(name));
  const temporary = join(folder, 'tmp');
  return {
    ...Object.fromEntries(kept),
    NODE_NO_WARNINGS: '1',
    TMPDIR: temporary,
    TMP: temporary,
    TEMP: temporary,
  };
}

/**
 * Does a task in a process of its own, whose working folder and folder for temporary files are empty.
 * It is killed when it does not end in time.
 */
export async function runChild<Result>(
  request: ChildRequest,
  timeoutMs: number,
): Promise<ChildEnding<Result>> {
  const folder = await mkdtemp(join(tmpdir(), 'rl-insight-conformance-'));
  try {
    const work = join(folder, 'work');
    await mkdir(work);
    await mkdir(join(folder, 'tmp'));
    const resultFile = join(folder, 'result.json');
    const child = spawn(process.execPath, [CHILD, JSON.stringify(request), resultFile], {
      cwd: work,
      env: environment(folder),
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let ended = true;
    const timer = setTimeout(() => {
      ended = false;
      child.kill('SIGKILL');
      // What it started may hold these open.
      child.stdout.destroy();
      child.stderr.destroy();
    }, timeoutMs);
    const [stdout, stderr, exitCode] = await Promise.all([
      textOf(child.stdout),
      textOf(child.stderr),
      new Promise<number | null>((resolve, reject) => {
        child.once('error', reject);
        child.once('close', resolve);
      }),
    ]);
    clearTimeout(timer);
    const text = await readFile(resultFile, 'utf8').catch(() => undefined);
    const result = text === undefined ? undefined : (JSON.parse(text) as Result);
    const left = [...(await filesIn(work)), ...(await filesIn(join(folder, 'tmp')))];
    return { result, stdout, stderr, ended, exitCode, left };
  } finally {
    await rm(folder, { recursive: true, force: true, maxRetries: 3 });
  }
}

function textOf(stream: NodeJS.ReadableStream): Promise<string> {
  let text = '';
  stream.setEncoding('utf8').on('data', (piece) => {
    text += piece;
  });
  return new Promise((resolve) => stream.once('close', () => resolve(text)));
}

/** Names below a folder; Node's own caches of compiled code are nobody's doing. */
async function filesIn(folder: string): Promise<string[]> {
  const names = await readdir(folder, { recursive: true });
  return names.filter((name) => !name.startsWith('node-compile-cache')).sort();
}
