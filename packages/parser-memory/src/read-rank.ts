import { type ErrorReport, isRlInsightError, reportError } from '@rl-insight/core/errors';
import { releaseMemory } from '@rl-insight/core/workers';
import { type CaptureContent, readCapture } from './capture/read-capture.js';
import type { Capture, CaptureNotice } from './discover/capture.js';
import type { GroupTables } from './tables/group.js';

/** The captures of one role's rank, and how to read them. */
export interface RankInput {
  readonly captures: readonly Capture[];
  /** The only training step to keep; null for all. */
  readonly step: number | null;
  /** Threads that help to read a trace. */
  readonly threads: number;
  /** Operators of a trace that may be kept in memory. */
  readonly mostKeptOperators: number;
}

/** What reading a rank has to tell besides its tables. */
export interface RankFindings {
  /** Steps that the traces have, for telling what a filter left out. */
  readonly steps: readonly number[];
  readonly notices: readonly (CaptureNotice & { readonly subject: string })[];
  readonly failures: readonly { readonly subject: string; readonly error: ErrorReport }[];
}

export interface RankOptions {
  readonly signal: AbortSignal;
  /** Told now and then how many more bytes have been read. */
  readonly onBytes: (bytes: number) => void;
}

/** Fewer bytes than this are not worth a message. */
const PROGRESS_BYTES = 4 << 20;

/**
 * Reads the captures of a rank and makes its tables. A capture that cannot be read is told, and the
 * others are read.
 */
export async function readRank(
  { captures, step, ...limits }: RankInput,
  { signal, onBytes }: RankOptions,
): Promise<RankFindings & { readonly groups: readonly GroupTables[] }> {
  const contents: CaptureContent[] = [];
  const failures: { subject: string; error: ErrorReport }[] = [];
  let unsent = 0;
  const countBytes = (bytes: number) => {
    unsent += bytes;
    if (unsent < PROGRESS_BYTES) return;
    onBytes(unsent);
    unsent = 0;
  };
  // Making tables takes a library that is large: it is loaded while the trace is being read.
  const tables = import('./tables/group.js');
  for (const capture of captures) {
    try {
      const content = await readCapture(capture, { signal, onBytes: countBytes, ...limits });
      contents.push(content);
      // What it took to find the call stacks is as large as what was found.
      releaseMemory();
      for (const error of content.failures) {
        failures.push({ subject: capture.label, error: reportError(error) });
      }
    } catch (error) {
      if (!isRlInsightError(error)) throw error;
      failures.push({ subject: capture.label, error: reportError(error) });
    }
  }
  onBytes(unsent);
  const { groupTables } = await tables;
  const steps = contents.flatMap(({ attribution }) => attribution?.steps ?? []);
  return {
    groups: groupTables(contents, step),
    steps: [...new Set(steps.map((range) => range.step))],
    notices: contents.flatMap(({ capture, notices }) =>
      notices.map((notice) => ({ ...notice, subject: capture.label })),
    ),
    failures,
  };
}
