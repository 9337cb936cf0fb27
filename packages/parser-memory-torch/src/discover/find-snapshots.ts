import { torchErrors } from '../errors.js';
import { type FileKind, type FoundFiles, findFiles } from './find-files.js';
import { sniffSnapshot } from './sniff.js';

const SNAPSHOTS: FileKind = {
  sniff: sniffSnapshot,
  // What could be one is read, which tells what is wrong with it and where.
  refuse: (path, reason) =>
    reason.startsWith('it is a pickle') ? undefined : torchErrors.notASnapshot(path, reason),
  none: torchErrors.none,
};

/**
 * The snapshots at a path.
 *
 * @throws RlInsightError when there is none, saying what is there instead.
 */
export function findSnapshots(
  path: string,
  rankPattern: string | null,
  signal: AbortSignal,
): Promise<FoundFiles> {
  return findFiles(path, SNAPSHOTS, rankPattern, signal);
}
