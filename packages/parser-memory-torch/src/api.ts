import { type RankList, Reporter, type ReporterListeners } from '@rl-insight/core';
import { loadTables, type TableSet } from '@rl-insight/core/tables';
import { WorkerPool } from '@rl-insight/core/workers';
import { type MemoryTables, mergeTables } from '@rl-insight/memory-contract';
import { parseSnapshots } from './parse.js';
import type { DeviceKind, SnapshotSelection } from './selection.js';
import { parseTraces } from './trace/parse-traces.js';

/** The same keys as on the command line, nested. */
export interface TorchParserConfig {
  readonly input?: { readonly rank_list?: RankList; readonly rank_pattern?: string | null };
  readonly memory?: {
    readonly parser?: {
      readonly device?: DeviceKind;
      /** Only files of this role, where several are of one rank. */
      readonly role?: string | null;
    };
  };
  /** Threads that read at once; the cores of this machine unless it is given. */
  readonly runtime?: { readonly workers?: number };
}

export interface TorchParserOptions extends ReporterListeners {
  readonly signal?: AbortSignal;
}

interface ParseContext {
  readonly report: Reporter;
  readonly signal: AbortSignal;
  readonly workers: WorkerPool;
}

type Parse = (
  path: string,
  selection: SnapshotSelection,
  context: ParseContext,
) => AsyncIterable<TableSet>;

/** Reads files of PyTorch from a program. */
abstract class TorchParser {
  /** What the last {@link run} had to tell. */
  report: Reporter;
  protected abstract readonly parse: Parse;
  readonly #config: TorchParserConfig;
  readonly #options: TorchParserOptions;

  constructor(config: TorchParserConfig = {}, options: TorchParserOptions = {}) {
    this.#config = config;
    this.#options = options;
    this.report = new Reporter(options);
  }

  /**
   * Reads the file at `path`, or those of a folder.
   *
   * @returns the tables of all groups, by contract; `memory_summary` is always there.
   * @throws RlInsightError when nothing can be read. Files that cannot be read while others can are in
   * `report.failures`.
   */
  async run(path: string): Promise<MemoryTables> {
    this.report = new Reporter(this.#options);
    const { input, memory, runtime } = this.#config;
    const selection = {
      ranks: input?.rank_list ?? 'all',
      role: memory?.parser?.role ?? null,
      step: null,
      device: memory?.parser?.device ?? 'auto',
      rankPattern: input?.rank_pattern ?? null,
    } as const;
    const signal = this.#options.signal ?? new AbortController().signal;
    const workers = new WorkerPool(runtime?.workers);
    try {
      const sets: MemoryTables[] = [];
      const context = { report: this.report, signal, workers };
      for await (const set of this.parse(path, selection, context))
        sets.push(await loadTables(set));
      if (sets.length === 0) throw this.report.failures[0].error;
      return mergeTables(sets);
    } finally {
      await workers.close();
    }
  }
}

/** Reads memory snapshots of PyTorch from a program. */
export class TorchSnapshotParser extends TorchParser {
  protected override readonly parse = parseSnapshots;
}

/** Reads traces of PyTorch's profiler from a program. */
export class TorchTraceParser extends TorchParser {
  protected override readonly parse = parseTraces;
}
