import { randomUUID } from 'node:crypto';
import { type RankList, Reporter, type ReporterListeners } from '@rl-insight/core';
import { loadTables } from '@rl-insight/core/tables';
import { type MemoryTables, mergeTables } from '@rl-insight/memory-contract';
import { execParse } from './exec-parse.js';

/** The same keys as on the command line, nested. */
export interface ExecParserConfig {
  readonly input?: { readonly rank_list?: RankList };
  readonly memory: {
    readonly parser: {
      /** Program and words; `{input}` and `{output}` stand for the input and the folder to write to. */
      readonly command: readonly string[];
      readonly role?: string | null;
      readonly step?: number | null;
    };
  };
}

export interface ExecParserOptions extends ReporterListeners {
  readonly signal?: AbortSignal;
}

/** Has a program in any language read what only it understands. */
export class ExecParser {
  readonly #config: ExecParserConfig;
  readonly #options: ExecParserOptions;
  /** What the last {@link run} had to tell. */
  report: Reporter;

  constructor(config: ExecParserConfig, options: ExecParserOptions = {}) {
    this.#config = config;
    this.#options = options;
    this.report = new Reporter(options);
  }

  /**
   * Has the program read `path`.
   *
   * @returns the tables that it wrote, of all groups, by contract.
   * @throws RlInsightError when it cannot be started, fails, or writes no tables that can be read.
   */
  async run(path: string): Promise<MemoryTables> {
    this.report = new Reporter(this.#options);
    const { command, role = null, step = null } = this.#config.memory.parser;
    const ranks = this.#config.input?.rank_list ?? 'all';
    const signal = this.#options.signal ?? new AbortController().signal;
    const context = { report: this.report, signal, runId: randomUUID() };
    const sets: MemoryTables[] = [];
    for await (const set of execParse(path, { command, ranks, role, step }, context)) {
      sets.push(await loadTables(set));
    }
    return mergeTables(sets);
  }
}
