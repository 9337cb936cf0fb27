import { type RankList, Reporter, type ReporterListeners } from '@rl-insight/core';
import { loadTables } from '@rl-insight/core/tables';
import { type MemoryTables, mergeTables } from '@rl-insight/memory-contract';
import { parseExports } from './parse.js';

/** The same keys as on the command line, nested. */
export interface NsysParserConfig {
  readonly input?: { readonly rank_list?: RankList };
}

export interface NsysParserOptions extends ReporterListeners {
  readonly signal?: AbortSignal;
}

/** Reads exports of Nsight Systems from a program. */
export class NsysParser {
  readonly #config: NsysParserConfig;
  readonly #options: NsysParserOptions;
  /** What the last {@link run} had to tell. */
  report: Reporter;

  constructor(config: NsysParserConfig = {}, options: NsysParserOptions = {}) {
    this.#config = config;
    this.#options = options;
    this.report = new Reporter(options);
  }

  /**
   * Reads the export or report at `path`, or those of a folder.
   *
   * @returns the tables of all groups, by contract; `memory_summary` is always there.
   * @throws RlInsightError when nothing can be read. Files that cannot be read while others can are in
   * `report.failures`.
   */
  async run(path: string): Promise<MemoryTables> {
    this.report = new Reporter(this.#options);
    const ranks = this.#config.input?.rank_list ?? 'all';
    const signal = this.#options.signal ?? new AbortController().signal;
    const context = { report: this.report, signal };
    const sets: MemoryTables[] = [];
    for await (const set of parseExports(path, { ranks, role: null, step: null }, context)) {
      sets.push(await loadTables(set));
    }
    if (sets.length === 0) throw this.report.failures[0].error;
    return mergeTables(sets);
  }
}
