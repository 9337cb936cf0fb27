import { stat } from 'node:fs/promises';
import { basename, relative } from 'node:path';
import { inputMissing, inputNoFile, type RlInsightError } from '@rl-insight/core/errors';
import { filesBelow } from '@rl-insight/core/run';
import { byRank, type GivenRank, RankNames } from './rank-names.js';

/** A file that may be one of a kind. */
export interface FoundFile extends GivenRank {
  readonly path: string;
  /** As messages name it. */
  readonly label: string;
  readonly fileBytes: number;
}

export interface FoundFiles {
  /** In order of ranks, then of roles. */
  readonly files: readonly FoundFile[];
  /** Files of a folder that are something else. */
  readonly others: readonly string[];
}

/** What a file looks like, by its first bytes. */
export interface Sniffed {
  readonly certainty: 'certain' | 'maybe' | 'none';
  /** A part of a sentence, as in “it is …”. */
  readonly reason: string;
  /** The rank that the file tells itself, if it does. */
  readonly rank?: number | null;
}

/** A kind of files. */
export interface FileKind {
  sniff(path: string): Promise<Sniffed>;
  /** Why a file is none; undefined where reading it tells that better. */
  refuse(path: string, reason: string): RlInsightError | undefined;
  /** Why a folder has none. */
  none(path: string, others: readonly string[]): RlInsightError;
}

/**
 * The files of a kind at a path: the file itself, or those of a folder at any depth.
 *
 * @throws RlInsightError when there is none, saying what is there instead.
 */
export async function findFiles(
  path: string,
  kind: FileKind,
  rankPattern: string | null,
  signal: AbortSignal,
): Promise<FoundFiles> {
  const names = new RankNames(rankPattern);
  const known = await stat(path).catch(() => undefined);
  if (known === undefined) throw inputMissing(path);
  if (known.isFile()) {
    const { certainty, reason, rank = null } = await kind.sniff(path);
    const refused = certainty === 'none' ? kind.refuse(path, reason) : undefined;
    if (refused !== undefined) throw refused;
    const label = basename(path);
    const file = { path, label, fileBytes: known.size, ...names.give({ label, rank }) };
    return { files: [file], others: [] };
  }
  if (!known.isDirectory()) throw inputNoFile(path);
  const found: (Omit<FoundFile, keyof GivenRank> & Pick<Sniffed, 'rank'>)[] = [];
  const others: string[] = [];
  for (const file of await filesBelow(path)) {
    signal.throwIfAborted();
    const label = relative(path, file);
    const { certainty, rank = null } = await kind.sniff(file);
    if (certainty === 'none') others.push(label);
    else found.push({ path: file, label, fileBytes: (await stat(file)).size, rank });
  }
  if (found.length === 0) throw kind.none(path, others);
  // Names that tell a rank have it before others are numbered.
  const ranks = names.giveAll(found);
  const files = found.map((file, i) => ({ ...file, ...ranks[i] }));
  return { files: files.sort(byRank), others };
}
