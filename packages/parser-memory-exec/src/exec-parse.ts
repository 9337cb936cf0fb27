import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import type { StageContext } from '@rl-insight/core';
import { type RankList, rankListText } from '@rl-insight/core/config';
import { findTableSets } from '@rl-insight/core/run';
import { loadTables, type TableSet, tableSet } from '@rl-insight/core/tables';
import { MEMORY_CONTRACTS } from '@rl-insight/memory-contract/contracts';
import { execErrors } from './errors.js';
import { runProgram } from './run-program.js';

/** In the words of the command, what stands for the input and for the folder to write to. */
const INPUT = '{input}';
const OUTPUT = '{output}';
/** A line of the program's standard error that begins so is a warning of the run. */
const WARNING = /^warning:\s*(?<message>.+)/i;

export interface ExecRequest {
  /** The program and its words; see {@link commandOf}. */
  readonly command: readonly string[];
  readonly ranks: RankList;
  readonly role: string | null;
  readonly step: number | null;
}

/**
 * The words of the command with the input and the folder in their places, or behind them where they
 * have none.
 */
export function commandOf(words: readonly string[], input: string, output: string): string[] {
  const hasPlaces = words.some((word) => word.includes(INPUT) || word.includes(OUTPUT));
  const all = hasPlaces ? words : [...words, INPUT, OUTPUT];
  return all.map((word) => word.replaceAll(INPUT, () => input).replaceAll(OUTPUT, () => output));
}

/**
 * Has a program read `path`, and yields the tables that it wrote: `memory_summary.arrow` and others of
 * the contracts beside it, or a folder of those for each group.
 *
 * The program also finds `RL_INSIGHT_INPUT`, `RL_INSIGHT_OUTPUT`, `RL_INSIGHT_RUN_ID`,
 * `RL_INSIGHT_RANK_LIST`, `RL_INSIGHT_ROLE` and `RL_INSIGHT_STEP` (empty: all) in its environment.
 * Lines of its standard error that begin with `warning:` become warnings.
 *
 * @throws RlInsightError when it cannot be started, fails, or writes no tables that can be read.
 */
export async function* execParse(
  path: string,
  { command: words, ranks, role, step }: ExecRequest,
  { report, signal, runId }: Pick<StageContext, 'report' | 'signal' | 'runId'>,
): AsyncGenerator<TableSet> {
  if (words.length === 0) throw execErrors.noCommand();
  const output = await mkdtemp(join(tmpdir(), 'rl-insight-exec-'));
  try {
    const input = resolve(path);
    const command = commandOf(words, input, output);
    const env = {
      RL_INSIGHT_INPUT: input,
      RL_INSIGHT_OUTPUT: output,
      RL_INSIGHT_RUN_ID: runId,
      RL_INSIGHT_RANK_LIST: rankListText(ranks),
      RL_INSIGHT_ROLE: role ?? '',
      RL_INSIGHT_STEP: step === null ? '' : String(step),
    };
    const onLine = (line: string) => {
      const message = WARNING.exec(line)?.groups?.message;
      if (message !== undefined) report.notice({ code: 'exec-warning', message });
    };
    await runProgram({ command, env, onLine }, signal);
    const sets = await findTableSets(output, MEMORY_CONTRACTS, report);
    if (sets === undefined) throw execErrors.noTables(command, MEMORY_CONTRACTS[0].name);
    for (const set of sets) {
      signal.throwIfAborted();
      // Tables are loaded, since their files are gone when this has ended.
      yield tableSet(sets.length === 1 ? 'memory' : set.name, await loadTables(set));
    }
  } finally {
    await rm(output, { recursive: true, force: true });
  }
}
