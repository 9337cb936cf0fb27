import { fileBytes } from '@rl-insight/trace-scan/node';
import { type FileKind, type FoundFiles, findFiles } from '../discover/find-files.js';
import { traceErrors } from './errors.js';
import { looksLikeTrace, readPreface } from './preface.js';

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

const TRACES: FileKind = {
  sniff: sniffTrace,
  refuse: traceErrors.notATrace,
  none: traceErrors.none,
};

/**
 * The traces at a path.
 *
 * @throws RlInsightError when there is none, saying what is there instead.
 */
export function findTraces(
  path: string,
  rankPattern: string | null,
  signal: AbortSignal,
): Promise<FoundFiles> {
  return findFiles(path, TRACES, rankPattern, signal);
}
