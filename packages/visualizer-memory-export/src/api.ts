import { join } from 'node:path';
import { Reporter, type ReporterListeners } from '@rl-insight/core';
import { OutputStaging } from '@rl-insight/core/run';
import { tableSet } from '@rl-insight/core/tables';
import { type MemoryTables, tablesByContract } from '@rl-insight/memory-contract';
import { RangeFilter } from '@rl-insight/memory-model';
import { PACKAGE } from './version.js';
import { type ExportType, WRITERS } from './write.js';

/** The same keys as on the command line, nested. */
export interface MemoryExporterConfig {
  readonly memory?: {
    readonly visualizer?: { readonly type?: ExportType };
    readonly tracking?: {
      /** User ranges that are scopes, all when absent; see `RangeFilter`. */
      readonly include?: readonly string[];
      /** User ranges inside which allocations count for no scope. */
      readonly exclude?: readonly string[];
    };
  };
  readonly output?: { readonly path?: string };
}

export interface MemoryExporterOptions extends ReporterListeners {
  readonly signal?: AbortSignal;
}

/** Writes tables for other tools from a program. */
export class MemoryExporter {
  readonly #config: MemoryExporterConfig;
  readonly #options: MemoryExporterOptions;

  constructor(config: MemoryExporterConfig = {}, options: MemoryExporterOptions = {}) {
    this.#config = config;
    this.#options = options;
  }

  /**
   * Writes tables by contract, or a lone `memory_summary`. The files of an earlier run in the same
   * folder are replaced.
   *
   * @returns the path of the first file.
   * @throws RlInsightError when nothing can be written there; SyntaxError when an expression is none.
   */
  async run(tables: MemoryTables | MemoryTables[string]): Promise<string> {
    const sets = [{ set: tableSet('memory', tablesByContract(tables)), folder: '' }];
    const { tracking, visualizer } = this.#config.memory ?? {};
    const write = WRITERS[visualizer?.type ?? 'csv'];
    return OutputStaging.use(this.#config.output?.path ?? 'output', async (staging) => {
      const entry = await write(sets, staging, {
        producer: PACKAGE.producer,
        signal: this.#options.signal ?? new AbortController().signal,
        report: new Reporter(this.#options),
        scopes: new RangeFilter(tracking?.include, tracking?.exclude),
      });
      await staging.commit({ run_id: crypto.randomUUID(), entry });
      return join(staging.path, entry);
    });
  }
}
