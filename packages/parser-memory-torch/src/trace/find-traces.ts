import { stat } from 'node:fs/promises';
import { basename, relative } from 'node:path';
import { inputMissing, inputNoFile } from '@rl-insight/core/errors';
import { filesBelow } from '@rl-insight/core/run';
import { fileBytes } from '@rl-insight/trace-scan/node';
import { byRank, type GivenRank, RankNames } from '../discover/rank-names.js';
import { traceErrors } from './errors.js';
import { looksLikeTrace, readPreface } from './preface.js';

/** A file that may be a trace. */
export interface FoundTrace extends GivenRank {
  readonly path: string;
  /** As messages name it. */
  readonly label: string;
  readonly fileBytes: number;
}

export interface FoundTraces {
  readonly traces: readonly FoundTrace[];
  /** Files of a folder that are something else. */
  readonly others: readonly string[];
}

/** How sure it is that a file is a trace of PyTorch's profiler, and why. */
export interface SniffedTrace {
  readonly certainty: 'certain' | 'maybe' | 'none';
  readonly reason: string;
  /** The rank that it tells before its events; null for none. */
  readonly rank: number | null;
}

/** So much of a file is looked at. */
const HEAD_BYTES = 1 << 16;
/** What libkineto writes before the events, and nobody else. */
const KINETO = /"(?:schemaVersion|deviceProperties)"\s*:/;

/** Whether a file is a trace, by its first bytes, unpacked. One that cannot be read is none. */
export async function sniffTrace(path: string): Promise<SniffedTrace> {
  try {
    for await (const piece of fileBytes(path, { pieceBytes: HEAD_BYTES })) {
      if (!looksLikeTrace(piece)) return none('it does not begin as a trace does');
      const { rank } = readPreface(piece, new Uint8Array());
      return KINETO.test(new TextDecoder('latin1').decode(piece))
        ? { certainty: 'certain', reason: 'a trace of PyTorch’s profiler', rank }
        : { certainty: 'maybe', reason: 'a trace of some profiler', rank };
    }
    return none('it is empty');
  } catch (error) {
    return none(`it cannot be read: ${(error as Error).message}`);
  }
}

function none(reason: string): SniffedTrace {
  return { certainty: 'none', reason, rank: null };
}

/**
 * The traces at a path: the file itself, or those of a folder at any depth, in order of their ranks.
 *
 * @throws RlInsightError when there is none, saying what is there instead.
 */
export async function findTraces(
  path: string,
  rankPattern: string | null,
  signal: AbortSignal,
): Promise<FoundTraces> {
  const names = new RankNames(rankPattern);
  const known = await stat(path).catch(() => undefined);
  if (known === undefined) throw inputMissing(path);
  if (known.isFile()) {
    const { certainty, reason, rank } = await sniffTrace(path);
    if (certainty === 'none') throw traceErrors.notATrace(path, reason);
    const label = basename(path);
    return {
      traces: [{ path, label, fileBytes: known.size, ...names.give({ label, rank }) }],
      others: [],
    };
  }
  if (!known.isDirectory()) throw inputNoFile(path);
  const found: (Omit<FoundTrace, keyof GivenRank> & { rank: number | null })[] = [];
  const others: string[] = [];
  for (const file of await filesBelow(path)) {
    signal.throwIfAborted();
    const label = relative(path, file);
    const { certainty, rank } = await sniffTrace(file);
    if (certainty === 'none') others.push(label);
    else found.push({ path: file, label, fileBytes: (await stat(file)).size, rank });
  }
  if (found.length === 0) throw traceErrors.none(path, others);
  const ranks = names.giveAll(found);
  const traces = found.map((file, i) => ({ ...file, ...ranks[i] }));
  return { traces: traces.sort(byRank), others };
}
