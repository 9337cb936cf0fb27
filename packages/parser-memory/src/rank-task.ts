import {
  type ErrorReport,
  isRlInsightError,
  reportError,
  type TaskContext,
  type TaskResult,
} from '@rl-insight/core';
import { encodeTable } from '@rl-insight/core/tables';
import { MEMORY_CONTRACTS } from '@rl-insight/memory-contract';
import { type CaptureContent, readCapture } from './capture/read-capture.js';
import type { Capture, CaptureNotice } from './discover/capture.js';
import { groupTables } from './tables/group.js';

/** What a worker is given: the captures of one role's rank. */
export interface RankTaskInput {
  readonly captures: readonly Capture[];
  readonly step: number | null;
  readonly producer: string;
  readonly runId: string;
}

/** The tables of one (role, rank, device), each an Arrow IPC file. */
export interface EncodedGroup {
  readonly folder: string;
  readonly files: Readonly<Record<string, Uint8Array>>;
}

export interface RankTaskOutput {
  readonly groups: readonly EncodedGroup[];
  /** Steps that the traces have, for telling what a filter left out. */
  readonly steps: readonly number[];
  readonly notices: readonly (CaptureNotice & { readonly subject: string })[];
  readonly failures: readonly { readonly subject: string; readonly error: ErrorReport }[];
}

/** Bytes read since the last message. */
export interface RankProgress {
  readonly bytes: number;
}

const PROGRESS_BYTES = 4 << 20;

/** Reads the captures of a rank and makes its tables. Runs in a worker thread. */
export default async function rankTask(
  input: RankTaskInput,
  { progress, signal }: TaskContext,
): Promise<TaskResult<RankTaskOutput>> {
  const contents: CaptureContent[] = [];
  const failures: { subject: string; error: ErrorReport }[] = [];
  let unsent = 0;
  const onBytes = (bytes: number) => {
    unsent += bytes;
    if (unsent < PROGRESS_BYTES) return;
    progress({ bytes: unsent } satisfies RankProgress);
    unsent = 0;
  };
  for (const capture of input.captures) {
    try {
      const content = await readCapture(capture, { signal, onBytes });
      contents.push(content);
      for (const error of content.failures) {
        failures.push({ subject: capture.label, error: reportError(error) });
      }
    } catch (error) {
      if (!isRlInsightError(error)) throw error;
      failures.push({ subject: capture.label, error: reportError(error) });
    }
  }
  progress({ bytes: unsent } satisfies RankProgress);
  const transfer: ArrayBuffer[] = [];
  const groups = groupTables(contents, input.step).map(({ folder, tables }) => {
    const files: Record<string, Uint8Array> = {};
    for (const [contract, table] of Object.entries(tables)) {
      const groupsText = table.schema.metadata.get('rl_insight.groups');
      const bytes = encodeTable(table, {
        contract,
        version: MEMORY_CONTRACTS.find(({ name }) => name === contract)?.version ?? '1',
        producer: input.producer,
        runId: input.runId,
        ...(groupsText === undefined ? {} : { groups: groupsText }),
      });
      files[contract] = bytes;
      transfer.push(bytes.buffer as ArrayBuffer);
    }
    return { folder, files };
  });
  const value: RankTaskOutput = {
    groups,
    steps: [
      ...new Set(
        contents.flatMap(({ attribution }) => attribution?.steps ?? []).map((s) => s.step),
      ),
    ],
    notices: contents.flatMap(({ capture, notices }) =>
      notices.map((notice) => ({ ...notice, subject: capture.label })),
    ),
    failures,
  };
  return { value, transfer };
}
