import {
  type ConfigView,
  defaultMemoryLimitMb,
  type RankList,
  Reporter,
  type ReporterListeners,
  WorkerPool,
} from '@rl-insight/core';
import { loadTables } from '@rl-insight/core/tables';
import { type MemoryTables, mergeTables } from '@rl-insight/memory-contract';
import { parseCaptures } from './parse.js';
import type { CaptureSelection } from './selection.js';
import { PACKAGE } from './version.js';

/** The same keys as on the command line, nested. */
export interface MemoryParserConfig {
  readonly input?: { readonly rank_list?: RankList };
  readonly memory?: {
    readonly parser?: { readonly role?: string | null; readonly step?: number | null };
  };
  readonly runtime?: { readonly workers?: number; readonly memory_limit_mb?: number };
}

export interface MemoryParserOptions extends ReporterListeners {
  readonly signal?: AbortSignal;
}

const NO_CONFIG: ConfigView = { get: () => undefined };

/** Reads Ascend captures from a program. */
export class MemoryParser {
  readonly #config: MemoryParserConfig;
  readonly #options: MemoryParserOptions;
  /** What the last {@link run} had to tell. */
  report: Reporter;

  constructor(config: MemoryParserConfig = {}, options: MemoryParserOptions = {}) {
    this.#config = config;
    this.#options = options;
    this.report = new Reporter(options);
  }

  /**
   * Reads the captures at or below `path`.
   *
   * @returns the tables of all groups, by contract; `memory_summary` is always there.
   * @throws RlInsightError when nothing can be read. Ranks that cannot be read while others can are
   * in `report.failures`.
   */
  async run(path: string): Promise<MemoryTables> {
    this.report = new Reporter(this.#options);
    const { input, memory, runtime } = this.#config;
    const selection: CaptureSelection = {
      ranks: input?.rank_list ?? 'all',
      role: memory?.parser?.role ?? null,
      step: memory?.parser?.step ?? null,
    };
    const workers = new WorkerPool(runtime?.workers);
    try {
      const context = {
        config: NO_CONFIG,
        signal: this.#options.signal ?? new AbortController().signal,
        report: this.report,
        workers,
        memoryLimitMb: runtime?.memory_limit_mb ?? defaultMemoryLimitMb(),
        runId: crypto.randomUUID(),
      };
      const sets: MemoryTables[] = [];
      for await (const set of parseCaptures(path, selection, context, PACKAGE.producer)) {
        sets.push(await loadTables(set));
      }
      if (sets.length === 0) throw this.report.failures[0].error;
      return mergeTables(sets);
    } finally {
      await workers.close();
    }
  }
}

/** The name that the Python original gives it. */
export const MemoryClusterParser = MemoryParser;
