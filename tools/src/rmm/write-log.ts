import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Random } from '../ascend/random.js';
import type { RmmEvent } from './events.js';
import { linesOfOthers } from './executor-log.js';
import { RMM_FORMATS, type RmmLogFormat } from './log-format.js';
import { headerText, logRow } from './log-text.js';
import { RMM_DEFAULTS, type RmmOptions } from './options.js';
import { simulateRmm } from './simulate.js';
import { RmmTruth } from './truth.js';

export interface RmmLogRequest {
  readonly options?: Partial<RmmOptions>;
  readonly format?: RmmLogFormat;
  /** Rows between the lines of a Spark executor. */
  readonly executor?: boolean;
  /** Told of every event beside what is written; {@link RmmTruth} is too slow for millions. */
  readonly listener?: (event: RmmEvent) => void;
}

/** The lines of a log, its header first. */
export function rmmLogLines({ options, format, executor, listener }: RmmLogRequest): string[] {
  const own = format ?? RMM_FORMATS['25.02'];
  const random = new Random(`${options?.seed ?? RMM_DEFAULTS.seed}/executor`);
  const others = () => (executor ? linesOfOthers(random) : []);
  const lines = [...others(), headerText(own)];
  simulateRmm(options ?? {}, (event) => {
    listener?.(event);
    const row = logRow(event, own);
    if (row !== undefined) lines.push(...others(), row);
  });
  return lines;
}

/** Writes a log, and tells what is true of it. */
export async function writeRmmLog(path: string, request: RmmLogRequest = {}): Promise<RmmTruth> {
  const truth = new RmmTruth();
  await mkdir(dirname(path), { recursive: true });
  const eol = request.format?.eol ?? '\n';
  const lines = rmmLogLines({ ...request, listener: truth.tell });
  await writeFile(path, lines.join(eol) + eol);
  return truth;
}

/** Writes a log for each of some devices into a folder, as RMM names them. By device, what is true. */
export async function writeRmmLogs(
  folder: string,
  devices: number,
  { options, ...request }: RmmLogRequest = {},
): Promise<RmmTruth[]> {
  const truths: RmmTruth[] = [];
  for (let device = 0; device < devices; device++) {
    const seed = `${options?.seed ?? RMM_DEFAULTS.seed}/${device}`;
    const path = join(folder, `rmm.dev${device}.log`);
    truths.push(await writeRmmLog(path, { ...request, options: { ...options, seed } }));
  }
  return truths;
}
