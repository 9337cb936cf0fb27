import { type RankList, Reporter, type ReporterListeners } from '@rl-insight/core';
import { loadTables } from '@rl-insight/core/tables';
import { type MemoryTables, mergeTables } from '@rl-insight/memory-contract';
import { parseSnapshots } from './parse.js';
import type { DeviceKind } from './selection.js';

/** The same keys as on the command line, nested. */
export interface TorchSnapshotParserConfig {
  readonly input?: { readonly rank_list?: RankList; readonly rank_pattern?: string | null };
  readonly memory?: { readonly parser?: { readonly device?: DeviceKind } };
}

export interface TorchSnapshotParserOptions extends ReporterListeners {
  readonly signal?: AbortSignal;
}

/** Reads memory snapshots of PyTorch from a program. */
export class TorchSnapshotParser {
  readonly #config: TorchSnapshotParserConfig;
  readonly #options: TorchSnapshotParserOptions;
  /** What the last {@link run} had to tell. */
  report: Reporter;

  constructor(config: TorchSnapshotParserConfig = {}, options: TorchSnapshotParserOptions = {}) {
    this.#config = config;
    this.#options = options;
    this.report = new Reporter(options);
  }

  /**
   * Reads the snapshot at `path`, or those of a folder.
   *
   * @returns the tables of all groups, by contract; `memory_summary` is always there.
   * @throws RlInsightError when nothing can be read. Files that cannot be read while others can are in
   * `report.failures`.
   */
  async run(path: string): Promise<MemoryTables> {
    this.report = new Reporter(this.#options);
    const { input, memory } = this.#config;
    const selection = {
      ranks: input?.rank_list ?? 'all',
      role: null,
      step: null,
      device: memory?.parser?.device ?? 'auto',
      rankPattern: input?.rank_pattern ?? null,
    } as const;
    const signal = this.#options.signal ?? new AbortController().signal;
    const sets: MemoryTables[] = [];
    for await (const set of parseSnapshots(path, selection, { report: this.report, signal })) {
      sets.push(await loadTables(set));
    }
    if (sets.length === 0) throw this.report.failures[0].error;
    return mergeTables(sets);
  }
}
