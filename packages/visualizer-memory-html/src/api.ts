import { join } from 'node:path';
import { Reporter, type ReporterListeners } from '@rl-insight/core';
import { OutputStaging } from '@rl-insight/core/run';
import { tableSet } from '@rl-insight/core/tables';
import { type MemoryTables, tablesByContract } from '@rl-insight/memory-contract';
import { isSpoken, type Language } from './page-data/language.js';
import { PACKAGE } from './version.js';
import { writePages } from './write/pages.js';

/** The same keys as on the command line, nested. */
export interface MemoryVisualizerConfig {
  readonly output?: { readonly path?: string; readonly language?: Language };
}

export interface MemoryVisualizerOptions extends ReporterListeners {
  readonly signal?: AbortSignal;
}

/** Writes the pages from a program. */
export class MemoryVisualizer {
  readonly #config: MemoryVisualizerConfig;
  readonly #options: MemoryVisualizerOptions;

  constructor(config: MemoryVisualizerConfig = {}, options: MemoryVisualizerOptions = {}) {
    this.#config = config;
    this.#options = options;
  }

  /**
   * Draws tables by contract, or a lone `memory_summary`. The files of an earlier run in the same
   * folder are replaced.
   *
   * @returns the path of the page to open.
   * @throws RlInsightError when nothing can be written there; RangeError when no language is `output.language`.
   */
  async run(tables: MemoryTables | MemoryTables[string]): Promise<string> {
    const language = this.#config.output?.language ?? 'auto';
    if (language !== 'auto' && !isSpoken(language)) {
      throw new RangeError(
        `output.language is auto, en or zh, and not ${JSON.stringify(language)}`,
      );
    }
    const set = tableSet('memory', tablesByContract(tables));
    const runId = crypto.randomUUID();
    return OutputStaging.use(this.#config.output?.path ?? 'output', async (staging) => {
      const entry = await writePages([{ set, folder: '' }], staging, {
        producer: PACKAGE.producer,
        runId,
        language,
        signal: this.#options.signal ?? new AbortController().signal,
        report: new Reporter(this.#options),
      });
      await staging.commit({ run_id: runId, entry });
      return join(staging.path, entry);
    });
  }
}
