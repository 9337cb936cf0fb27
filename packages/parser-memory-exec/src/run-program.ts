import { type ChildProcessByStdio, spawn } from 'node:child_process';
import type { Readable } from 'node:stream';
import { execErrors, type NamedProgram } from './errors.js';
import { LastLines, LineReader } from './program-lines.js';

/** How long a program may take to end after it was asked to, ms. */
const GRACE_MS = 3000;
/** How long what it started may hold its outputs open after it has ended, ms. */
const LEFT_OPEN_MS = 1000;

export interface Program extends NamedProgram {
  /** What it finds in its environment beside ours. */
  readonly env: Readonly<Record<string, string>>;
  /** Told of each line that it writes to its standard error, as text that can be shown. */
  readonly onErrorLine: (line: string) => void;
  readonly graceMs?: number;
}

type Child = ChildProcessByStdio<null, Readable, Readable>;

/** How a program ended: its exit code, or the signal that ended it. */
interface Ending {
  readonly code: number | null;
  readonly by: NodeJS.Signals | null;
}

function start({ command: [file, ...args], env }: Program): Child {
  return spawn(file, args, {
    // A group of its own: what it starts can be ended with it, and Ctrl-C reaches it through us.
    detached: process.platform !== 'win32',
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
    windowsHide: true,
  });
}

/** Sends a signal to the program and to all that it started; on Windows to the program alone. */
function signalGroup({ pid }: Child, how: NodeJS.Signals): void {
  if (pid === undefined) return;
  try {
    process.kill(process.platform === 'win32' ? pid : -pid, how);
  } catch {
    // All of it has ended meanwhile.
  }
}

function ending(child: Child): Promise<Ending> {
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (code, by) => {
      // What it left behind may hold the pipes open for ever.
      const timer = setTimeout(() => resolve({ code, by }), LEFT_OPEN_MS);
      child.once('close', () => {
        clearTimeout(timer);
        resolve({ code, by });
      });
    });
  });
}

/** Tells of the lines of both outputs, those of the standard error to the program's listener, too. */
function listen(child: Child, onErrorLine: Program['onErrorLine']): LastLines {
  const last = new LastLines();
  const hear = (stream: Readable, tell: (line: string) => void) => {
    const reader = new LineReader(tell);
    stream.setEncoding('utf8');
    stream.on('data', (piece: string) => reader.add(piece));
    stream.on('close', () => reader.end());
  };
  hear(child.stdout, (line) => last.add(line));
  hear(child.stderr, (line) => {
    last.add(line);
    onErrorLine(line);
  });
  return last;
}

/**
 * Runs a program to its end, without a shell. When the signal is aborted it is asked to end, with all
 * that it started, and killed when it does not. What it leaves running is ended with it.
 *
 * @returns the last lines that it wrote.
 * @throws RlInsightError when it cannot be started or fails; the signal's reason when that is aborted.
 */
export async function runProgram(program: Program, signal: AbortSignal): Promise<string[]> {
  signal.throwIfAborted();
  let child: Child;
  try {
    child = start(program);
  } catch (error) {
    // Some errors are thrown, most are events.
    throw execErrors.notStarted(program.command, error);
  }
  const last = listen(child, program.onErrorLine);
  let timer: NodeJS.Timeout | undefined;
  const onAbort = () => {
    signalGroup(child, 'SIGTERM');
    timer = setTimeout(() => signalGroup(child, 'SIGKILL'), program.graceMs ?? GRACE_MS);
  };
  const kill = () => signalGroup(child, 'SIGKILL');
  signal.addEventListener('abort', onAbort, { once: true });
  // A second Ctrl-C ends the command at once; nothing is left running then either.
  process.prependListener('exit', kill);
  try {
    const { code, by } = await ending(child).catch((error: unknown) => {
      throw execErrors.notStarted(program.command, error);
    });
    signal.throwIfAborted();
    if (code === 0) return last.lines;
    const how = by === null ? `failed with exit code ${code}` : `was ended by ${by}`;
    throw execErrors.failed(program, how, last.lines);
  } finally {
    clearTimeout(timer);
    signal.removeEventListener('abort', onAbort);
    process.removeListener('exit', kill);
    kill();
    child.stdout.destroy();
    child.stderr.destroy();
  }
}
