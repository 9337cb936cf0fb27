import type { TaskContext, TaskResult } from '@rl-insight/core';
import { encodeTable } from '@rl-insight/core/tables';
import { MEMORY_CONTRACTS } from '@rl-insight/memory-contract';
import { type RankFindings, type RankInput, readRank } from './read-rank.js';

/** What a worker thread is given. */
export interface RankTaskInput extends RankInput {
  readonly producer: string;
  readonly runId: string;
}

/** The tables of one (role, rank, device), each an Arrow IPC file. */
export interface EncodedGroup {
  readonly folder: string;
  readonly files: Readonly<Record<string, Uint8Array>>;
}

export interface RankTaskOutput extends RankFindings {
  readonly groups: readonly EncodedGroup[];
}

/** Bytes read since the last message. */
export interface RankProgress {
  readonly bytes: number;
}

/** Reads the captures of a rank in a worker thread. Its tables cross as files, which are moved. */
export default async function rankTask(
  { producer, runId, ...input }: RankTaskInput,
  { progress, signal }: TaskContext,
): Promise<TaskResult<RankTaskOutput>> {
  const onBytes = (bytes: number) => progress({ bytes } satisfies RankProgress);
  const { groups, ...findings } = await readRank(input, { signal, onBytes });
  const transfer: ArrayBuffer[] = [];
  const encoded = groups.map(({ folder, tables }) => {
    const files: Record<string, Uint8Array> = {};
    for (const [contract, make] of Object.entries(tables)) {
      const table = make();
      const groupsText = table.schema.metadata.get('rl_insight.groups');
      const bytes = encodeTable(table, {
        contract,
        version: MEMORY_CONTRACTS.find(({ name }) => name === contract)?.version ?? '1',
        producer,
        runId,
        ...(groupsText === undefined ? {} : { groups: groupsText }),
      });
      files[contract] = bytes;
      transfer.push(bytes.buffer as ArrayBuffer);
    }
    return { folder, files };
  });
  return { value: { ...findings, groups: encoded }, transfer };
}
