import { stat } from 'node:fs/promises';
import { basename, relative } from 'node:path';
import { inputMissing, inputUnreadable } from '@rl-insight/core/errors';
import { filesBelow } from '@rl-insight/core/run';
import { rmmErrors } from '../errors.js';
import { type Sniffed, sniffLog } from './sniff.js';

/** A file that may be a log. */
export interface FoundLog {
  readonly path: string;
  /** As messages name it. */
  readonly label: string;
  /** Size on the disk; less than that of the text where it is gzip. */
  readonly fileBytes: number;
  readonly sniffed: Sniffed;
  /** E.g. `GPU:0`; where the name tells no device, 0 is taken. */
  readonly device: string;
  readonly isDeviceKnown: boolean;
  /** Logs of one device that lie together are of several processes: they are numbered. */
  readonly rank: number;
}

export interface FoundLogs {
  readonly logs: readonly FoundLog[];
  /** Files of a folder that are something else. */
  readonly others: readonly string[];
}

/** RMM puts the device before the ending of the name, and nowhere else. */
const DEVICE = /\.dev(\d{1,4})(?=\.|$)/;

async function describe(path: string, label: string): Promise<Omit<FoundLog, 'rank'>> {
  const number = DEVICE.exec(basename(path))?.[1];
  const { size } = await stat(path);
  const sniffed = await sniffLog(path).catch((error: Error) => {
    throw inputUnreadable(path, `cannot be read: ${error.message}`);
  });
  const isDeviceKnown = number !== undefined;
  return {
    path,
    label,
    fileBytes: size,
    sniffed,
    device: `GPU:${Number(number ?? 0)}`,
    isDeviceKnown,
  };
}

/**
 * The logs at a path: the file itself, or those of a folder at any depth, in order of their names.
 *
 * @throws RlInsightError when there is none, saying what is there instead.
 */
export async function findLogs(path: string, signal: AbortSignal): Promise<FoundLogs> {
  const known = await stat(path).catch(() => undefined);
  if (known === undefined) throw inputMissing(path);
  if (!known.isDirectory()) {
    const log = { ...(await describe(path, basename(path))), rank: 0 };
    const { kind, goesOn } = log.sniffed;
    // In the log of an executor, the first row may come late.
    if (kind !== 'rmm' && !(kind === 'other' && goesOn)) throw rmmErrors.notALog(path, log.sniffed);
    return { logs: [log], others: [] };
  }
  const logs: FoundLog[] = [];
  const others: string[] = [];
  const perDevice = new Map<string, number>();
  let first: { path: string; sniffed: Sniffed } | undefined;
  for (const file of await filesBelow(path)) {
    signal.throwIfAborted();
    const found = await describe(file, relative(path, file));
    if (found.sniffed.kind !== 'rmm') {
      others.push(found.label);
      first ??= { path: file, sniffed: found.sniffed };
      continue;
    }
    const rank = perDevice.get(found.device) ?? 0;
    perDevice.set(found.device, rank + 1);
    logs.push({ ...found, rank });
  }
  if (logs.length === 0) {
    if (first !== undefined && others.length === 1)
      throw rmmErrors.notALog(first.path, first.sniffed);
    throw rmmErrors.noLog(path, others);
  }
  return { logs, others };
}
