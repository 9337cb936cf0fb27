import { type RankList, Reporter, type ReporterListeners } from '@rl-insight/core';
import { loadTables } from '@rl-insight/core/tables';
import { type MemoryTables, mergeTables } from '@rl-insight/memory-contract';
import { parseLogs } from './parse.js';

/** The same keys as on the command line, nested. */
export interface RmmLogParserConfig {
  readonly input?: { readonly rank_list?: RankList };
  readonly memory?: {
    /** Export of Nsight Systems of the same run, for its user ranges. */
    readonly parser?: { readonly ranges?: string | null };
  };
}

export interface RmmLogParserOptions extends ReporterListeners {
  readonly signal?: AbortSignal;
}

/** Reads logs of RMM from a program. */
export class RmmLogParser {
  readonly #config: RmmLogParserConfig;
  readonly #options: RmmLogParserOptions;
  /** What the last {@link run} had to tell. */
  report: Reporter;

  constructor(config: RmmLogParserConfig = {}, options: RmmLogParserOptions = {}) {
    this.#config = config;
    this.#options = options;
    this.report = new Reporter(options);
  }

  /**
   * Reads the log at `path`, or those of a folder.
   *
   * @returns the tables of all groups, by contract; `memory_summary` is always there.
   * @throws RlInsightError when nothing can be read. Logs that cannot be read while others can are in
   * `report.failures`.
   */
  async run(path: string): Promise<MemoryTables> {
    this.report = new Reporter(this.#options);
    const ranks = this.#config.input?.rank_list ?? 'all';
    const signal = this.#options.signal ?? new AbortController().signal;
    const context = { report: this.report, signal };
    const sets: MemoryTables[] = [];
    const ranges = this.#config.memory?.parser?.ranges ?? null;
    const selection = { ranks, role: null, step: null, ranges };
    for await (const set of parseLogs(path, selection, context)) {
      sets.push(await loadTables(set));
    }
    if (sets.length === 0) throw this.report.failures[0].error;
    return mergeTables(sets);
  }
}
