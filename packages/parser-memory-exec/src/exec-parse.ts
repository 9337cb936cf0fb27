import { readdir } from 'node:fs/promises';
import { resolve } from 'node:path';
import { isRlInsightError, type StageContext } from '@rl-insight/core';
import { rankListText } from '@rl-insight/core/config';
import { findTableSets } from '@rl-insight/core/run';
import { loadTables, type TableSet, type Tables } from '@rl-insight/core/tables';
import { MEMORY_CONTRACTS, MEMORY_SUMMARY } from '@rl-insight/memory-contract/contracts';
import { commandOf } from './command.js';
import { execErrors, type NamedProgram } from './errors.js';
import { type GroupFilter, KeptGroups } from './kept-groups.js';
import { runProgram } from './run-program.js';
import { TemporaryFolder } from './temporary-folder.js';

/** A line of the program's standard error that begins so is a warning of the run. */
const WARNING = /^\s*warning:\s*(?<message>.+)/i;
/** Files that are named where the table is missing. */
const MOST_NAMED = 5;

export interface ExecRequest extends GroupFilter {
  /** The program and its words; `{input}` and `{output}` in them stand for the two paths. */
  readonly command: readonly string[];
}

type ExecContext = Pick<StageContext, 'report' | 'signal' | 'runId'>;

/**
 * Has a program read `path`, and yields the tables that it wrote: `memory_summary.arrow` and others of
 * the contracts beside it, or a folder of those for each group.
 *
 * The program also finds `RL_INSIGHT_INPUT`, `RL_INSIGHT_OUTPUT`, `RL_INSIGHT_RUN_ID`,
 * `RL_INSIGHT_RANK_LIST` (as it was given, or `all`), `RL_INSIGHT_ROLE` and `RL_INSIGHT_STEP` (empty:
 * all) in its environment. Lines of its standard error that begin with `warning:` become warnings.
 *
 * @throws RlInsightError when it cannot be started, fails, writes no tables that can be read, or
 * nothing is left by the filters.
 */
export async function* execParse(
  path: string,
  request: ExecRequest,
  { report, signal, runId }: ExecContext,
): AsyncGenerator<TableSet> {
  const { command: words, ranks, role, step } = request;
  if (words.length === 0 || words[0].trim() === '') throw execErrors.noCommand();
  // Tells of a wrong list of ranks before anything is run.
  const kept = new KeptGroups(request);
  const folder = await TemporaryFolder.create('rl-insight-exec-');
  try {
    const places = { input: resolve(path), output: folder.path };
    const program = { command: commandOf(words, places), output: folder.path };
    const env = {
      RL_INSIGHT_INPUT: places.input,
      RL_INSIGHT_OUTPUT: places.output,
      RL_INSIGHT_RUN_ID: runId,
      RL_INSIGHT_RANK_LIST: rankListText(ranks),
      RL_INSIGHT_ROLE: role ?? '',
      RL_INSIGHT_STEP: step === null ? '' : String(step),
    };
    const onErrorLine = (line: string) => {
      const message = WARNING.exec(line)?.groups?.message;
      if (message !== undefined) report.notice({ code: 'exec-warning', message });
    };
    const lastLines = await runProgram({ ...program, env, onErrorLine }, signal);
    for (const { name, tables } of await writtenTables(program, lastLines, report)) {
      signal.throwIfAborted();
      yield* kept.of(name, await tables());
    }
    kept.conclude(path, report);
  } finally {
    await folder.remove();
  }
}

/** The tables of a folder; they are loaded, since their files are gone before they are used. */
interface WrittenTables {
  readonly name: string;
  readonly tables: () => Promise<Tables>;
}

async function writtenTables(
  program: NamedProgram,
  lastLines: readonly string[],
  report: ExecContext['report'],
): Promise<WrittenTables[]> {
  const sets = await naming(program, () => findTableSets(program.output, MEMORY_CONTRACTS, report));
  if (sets === undefined) {
    const files = await filesIn(program.output);
    throw execErrors.noTables(program, { contract: MEMORY_SUMMARY.name, files, lastLines });
  }
  return sets.map((set) => ({
    name: set.name,
    tables: () => naming(program, () => loadTables(set)),
  }));
}

/** Tells of the program where what it wrote cannot be read. */
async function naming<T>(program: NamedProgram, read: () => Promise<T>): Promise<T> {
  try {
    return await read();
  } catch (error) {
    if (isRlInsightError(error)) throw execErrors.badTables(program, error);
    const { errno, message } = error as NodeJS.ErrnoException;
    // A folder in place of a file, a link that leads nowhere.
    if (errno !== undefined) {
      throw execErrors.badTables(program, { message: `${message}.`, remedy: 'Write plain files.' });
    }
    throw error;
  }
}

async function filesIn(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true });
  const named = entries.sort().slice(0, MOST_NAMED);
  return entries.length > named.length ? [...named, '…'] : named;
}
