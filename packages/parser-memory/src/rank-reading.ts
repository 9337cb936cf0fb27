import { EXIT, isRlInsightError, RlInsightError, type StageContext } from '@rl-insight/core';
import { decodeTable, encodedTableSet, lazyTableSet, type TableSet } from '@rl-insight/core/tables';
import { releaseMemory } from '@rl-insight/core/workers';
import { MEMORY_CONTRACTS } from '@rl-insight/memory-contract';
import type { Table } from 'apache-arrow';
import { OPERATOR_BYTES } from './attribution/journal.js';
import type { Capture } from './discover/capture.js';
import type { RankProgress, RankTaskInput, RankTaskOutput } from './rank-task.js';
import type { RankFindings } from './read-rank.js';
import type { GroupTables } from './tables/group.js';

/** How the ranks share the threads that there may be. */
export interface Sharing {
  /** Ranks are read in threads of their own, or one after another in this one. */
  readonly ranksAtOnce: number;
  /** Threads that help each of them to read its trace. */
  readonly threads: number;
  /** Operators of a trace that each may keep in memory. */
  readonly mostKeptOperators: number;
}

/** A share of the memory for operators that are kept; the rest is for tables, texts and the program. */
const KEPT_SHARE = 0.25;
const MIB = 2 ** 20;
/** Memory that a rank takes while it is read, measured: this, and so many times its table's bytes. */
const RANK_BYTES = 64 * MIB;
const TIMES_TABLE = 2.5;

/** Starting a thread, and its code's first runs, take as long as reading about this much. */
const LEAST_BYTES_A_THREAD = 32 * MIB;

/** Sizes of a rank's files. */
export interface RankSize {
  readonly all: number;
  /** Of the tables of allocations. */
  readonly table: number;
}

/**
 * How many ranks to read at once, and how. One worker is this thread. Threads that no rank needs
 * help to read traces. Fewer ranks are read at once where their tables would not fit the memory, or
 * where there is so little to read that a thread would not pay.
 */
export function share(workers: number, ranks: readonly RankSize[], memoryLimitMb: number): Sharing {
  const largest = ranks.reduce((most, { table }) => Math.max(most, table), 0);
  const fitting = Math.floor((memoryLimitMb * MIB) / (RANK_BYTES + largest * TIMES_TABLE));
  const worthwhile = Math.floor(
    ranks.reduce((sum, { all }) => sum + all, 0) / LEAST_BYTES_A_THREAD,
  );
  const ranksAtOnce = Math.max(1, Math.min(workers, ranks.length, fitting, worthwhile));
  const kept = (memoryLimitMb * MIB * KEPT_SHARE) / ranksAtOnce / OPERATOR_BYTES;
  const threads = Math.max(0, Math.floor(workers / ranksAtOnce) - 1);
  return { ranksAtOnce, threads, mostKeptOperators: Math.floor(kept) };
}

export interface ParsedRank extends RankFindings {
  readonly sets: readonly { readonly folder: string; readonly set: (name: string) => TableSet }[];
}

export interface RankReading {
  readonly context: StageContext;
  readonly step: number | null;
  readonly producer: string;
  readonly sharing: Sharing;
  readonly onBytes: (bytes: number) => void;
}

/** A set that makes its tables when they are asked for, and keeps the last. */
function oneAtATime(name: string, tables: GroupTables['tables']): TableSet {
  let last: { readonly contract: string; readonly table: Table } | undefined;
  return lazyTableSet(name, Object.keys(tables), async (contract) => {
    if (last?.contract !== contract) {
      last = undefined;
      releaseMemory();
      last = { contract, table: tables[contract]() };
    }
    return last.table;
  });
}

async function readHere(
  captures: readonly Capture[],
  { context, step, sharing, onBytes }: RankReading,
): Promise<ParsedRank> {
  const { readRank } = await import('./read-rank.js');
  const { signal } = context;
  const { threads, mostKeptOperators } = sharing;
  const { groups, ...findings } = await readRank(
    { captures, step, threads, mostKeptOperators },
    { signal, onBytes },
  );
  const sets = groups.map(({ folder, tables }) => ({
    folder,
    set: (name: string) => oneAtATime(name, tables),
  }));
  return { ...findings, sets };
}

async function readInThread(
  captures: readonly Capture[],
  { context, step, producer, sharing, onBytes }: RankReading,
): Promise<ParsedRank> {
  const { signal, runId, workers } = context;
  const { threads, mostKeptOperators } = sharing;
  const { groups, ...findings } = await workers.run<RankTaskInput, RankTaskOutput>(
    new URL('./rank-task.js', import.meta.url).href,
    { captures, step, threads, mostKeptOperators, producer, runId },
    { signal, onProgress: (message) => onBytes((message as RankProgress).bytes) },
  );
  const sets = groups.map(({ folder, files }) => ({
    folder,
    set: (name: string) =>
      encodedTableSet(
        name,
        files,
        (bytes, contract) =>
          decodeTable(bytes, `${name}/${contract}.arrow`, MEMORY_CONTRACTS).table,
      ),
  }));
  return { ...findings, sets };
}

/** Reads the captures of one role's rank, in a thread of its own or in this one. */
export async function parseRank(
  captures: readonly Capture[],
  reading: RankReading,
): Promise<ParsedRank | RlInsightError> {
  try {
    const read = reading.sharing.ranksAtOnce === 1 ? readHere : readInThread;
    return await read(captures, reading);
  } catch (error) {
    reading.context.signal.throwIfAborted();
    if (isRlInsightError(error)) return error;
    // A fault of ours in one rank must not cost the others.
    const what = error instanceof Error ? error.message : String(error);
    return new RlInsightError({
      code: 'fault',
      exitCode: EXIT.fault,
      message: `Reading failed unexpectedly: ${what}.`,
      remedy: 'Please report it with the output of --debug.',
      cause: error,
    });
  }
}
