import { spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { nsysErrors } from '../errors.js';

/** So much of what nsys says is kept for a message. */
const TOLD_CHARACTERS = 2000;

/** An export that was made of a report, in a temporary folder. */
export interface MadeExport {
  readonly path: string;
  remove(): Promise<void>;
}

/**
 * Exports a report with the `nsys` of the PATH.
 *
 * @throws RlInsightError where there is no nsys, or it fails; the signal's reason when it is aborted.
 */
export async function exportReport(report: string, signal: AbortSignal): Promise<MadeExport> {
  signal.throwIfAborted();
  const folder = await mkdtemp(join(tmpdir(), 'rl-insight-nsys-'));
  const remove = () => rm(folder, { recursive: true, force: true, maxRetries: 3 });
  const path = join(folder, `${basename(report).replace(/\.[^.]+$/, '')}.sqlite`);
  try {
    await runNsys(['export', '--type', 'sqlite', '--output', path, report], report, signal);
    return { path, remove };
  } catch (error) {
    await remove();
    throw error;
  }
}

function runNsys(args: readonly string[], report: string, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = spawn('nsys', args, { stdio: ['ignore', 'pipe', 'pipe'], signal });
    let told = '';
    const keep = (text: string) => {
      told = (told + text).slice(-TOLD_CHARACTERS);
    };
    child.stdout.setEncoding('utf8').on('data', keep);
    child.stderr.setEncoding('utf8').on('data', keep);
    child.on('error', (error: NodeJS.ErrnoException) => {
      // It is still ending then, and may write: what follows is that it has.
      if (signal.aborted && child.pid !== undefined) return;
      if (signal.aborted) reject(signal.reason);
      else if (error.code === 'ENOENT') reject(nsysErrors.noNsys(report));
      else reject(nsysErrors.exportFailed(report, error.message));
    });
    child.on('close', (code, killedBy) => {
      if (signal.aborted) reject(signal.reason);
      else if (code === 0) resolve();
      else
        reject(
          nsysErrors.exportFailed(report, lastLine(told) ?? `it ended with ${code ?? killedBy}`),
        );
    });
  });
}

function lastLine(text: string): string | undefined {
  return text
    .split(/\r?\n/)
    .findLast((line) => line.trim() !== '')
    ?.trim();
}
