import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { execErrors } from './errors.js';

/** Lines of a program that are told when it fails. */
const LAST_LINES = 20;
/** How long a program may take to end after it was asked to, ms. */
const GRACE_MS = 3000;

export interface Program {
  readonly command: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  /** Told of each line that it writes to its standard error. */
  readonly onLine: (line: string) => void;
}

/** What a program writes must not move the cursor of a terminal. */
function printable(line: string): string {
  return line.replaceAll(/\p{Cc}/gu, '�');
}

/**
 * Runs a program to its end, without a shell. When the signal is aborted it is asked to end, with all
 * that it started, and killed when it does not.
 *
 * @throws RlInsightError when it cannot be started or fails; the signal's reason when that is aborted.
 */
export async function runProgram(program: Program, signal: AbortSignal): Promise<void> {
  signal.throwIfAborted();
  const [file, ...args] = program.command;
  // A group of its own, so that what it starts ends with it.
  const child = spawn(file, args, {
    detached: process.platform !== 'win32',
    env: { ...process.env, ...program.env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const kill = (how: NodeJS.Signals) => {
    if (child.pid === undefined) return;
    try {
      process.kill(process.platform === 'win32' ? child.pid : -child.pid, how);
    } catch {
      // It has ended meanwhile.
    }
  };
  let timer: NodeJS.Timeout | undefined;
  const onAbort = () => {
    kill('SIGTERM');
    timer = setTimeout(() => kill('SIGKILL'), GRACE_MS);
  };
  signal.addEventListener('abort', onAbort, { once: true });
  const last: string[] = [];
  const hear = (line: string) => {
    last.push(printable(line));
    if (last.length > LAST_LINES) last.shift();
  };
  createInterface({ input: child.stdout }).on('line', hear);
  createInterface({ input: child.stderr }).on('line', (line) => {
    hear(line);
    program.onLine(printable(line));
  });
  try {
    const how = await new Promise<string | null>((resolve, reject) => {
      child.on('error', (error) => reject(execErrors.notStarted(program.command, error.message)));
      child.on('close', (code, by) => {
        if (code === 0) resolve(null);
        else resolve(by === null ? `failed with exit code ${code}` : `was ended by ${by}`);
      });
    });
    signal.throwIfAborted();
    if (how !== null) throw execErrors.failed(program.command, how, last);
  } finally {
    clearTimeout(timer);
    signal.removeEventListener('abort', onAbort);
  }
}
