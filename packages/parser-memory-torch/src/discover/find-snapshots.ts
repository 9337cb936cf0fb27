import { stat } from 'node:fs/promises';
import { basename, relative } from 'node:path';
import { inputMissing, inputNoFile } from '@rl-insight/core/errors';
import { filesBelow } from '@rl-insight/core/run';
import { torchErrors } from '../errors.js';
import { byRank, type GivenRank, RankNames } from './rank-names.js';
import { sniffSnapshot } from './sniff.js';

/** A file that may be a snapshot. */
export interface FoundSnapshot extends GivenRank {
  readonly path: string;
  /** As messages name it. */
  readonly label: string;
  readonly fileBytes: number;
}

export interface FoundSnapshots {
  readonly snapshots: readonly FoundSnapshot[];
  /** Files of a folder that are something else. */
  readonly others: readonly string[];
}

/**
 * The snapshots at a path: the file itself, or those of a folder at any depth, in order of their names.
 *
 * @throws RlInsightError when there is none, saying what is there instead.
 */
export async function findSnapshots(
  path: string,
  rankPattern: string | null,
  signal: AbortSignal,
): Promise<FoundSnapshots> {
  const names = new RankNames(rankPattern);
  const known = await stat(path).catch(() => undefined);
  if (known === undefined) throw inputMissing(path);
  if (known.isFile()) {
    const { certainty, reason } = await sniffSnapshot(path);
    // What could be one is read, which tells what is wrong with it and where.
    if (certainty === 'none' && !reason.startsWith('it is a pickle')) {
      throw torchErrors.notASnapshot(path, reason);
    }
    const label = basename(path);
    return {
      snapshots: [{ path, label, fileBytes: known.size, ...names.give({ label }) }],
      others: [],
    };
  }
  if (!known.isDirectory()) throw inputNoFile(path);
  const found: Omit<FoundSnapshot, keyof GivenRank>[] = [];
  const others: string[] = [];
  for (const file of await filesBelow(path)) {
    signal.throwIfAborted();
    const label = relative(path, file);
    const { certainty } = await sniffSnapshot(file);
    if (certainty === 'none') others.push(label);
    else found.push({ path: file, label, fileBytes: (await stat(file)).size });
  }
  if (found.length === 0) throw torchErrors.none(path, others);
  // Names that tell a rank have it before others are numbered.
  const ranks = names.giveAll(found);
  const snapshots = found.map((file, i) => ({ ...file, ...ranks[i] }));
  return { snapshots: snapshots.sort(byRank), others };
}
