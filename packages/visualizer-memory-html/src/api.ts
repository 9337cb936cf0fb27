import { join } from 'node:path';
import { Reporter, type ReporterListeners } from '@rl-insight/core';
import { OutputStaging } from '@rl-insight/core/run';
import { tableSet } from '@rl-insight/core/tables';
import { MEMORY_SUMMARY, type MemoryTables } from '@rl-insight/memory-contract';
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

/** A table of Arrow, whichever copy of the library made it. */
type ArrowTable = MemoryTables[string];

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
  async run(tables: MemoryTables | ArrowTable): Promise<string> {
    const byContract: MemoryTables = isTable(tables) ? { [MEMORY_SUMMARY.name]: tables } : tables;
    const language = this.#config.output?.language ?? 'auto';
    if (language !== 'auto' && !isSpoken(language)) {
      throw new RangeError(
        `output.language is auto, en or zh, and not ${JSON.stringify(language)}`,
      );
    }
    const staging = await OutputStaging.open(this.#config.output?.path ?? 'output');
    const runId = crypto.randomUUID();
    try {
      const set = tableSet('memory', byContract);
      const entry = await writePages([{ set, folder: '' }], staging, {
        producer: PACKAGE.producer,
        runId,
        language,
        signal: this.#options.signal ?? new AbortController().signal,
        report: new Reporter(this.#options),
      });
      await staging.commit({ run_id: runId, entry });
      return join(staging.path, entry);
    } catch (error) {
      await staging.discard();
      throw error;
    }
  }
}

function isTable(tables: MemoryTables | ArrowTable): tables is ArrowTable {
  return typeof (tables as Partial<ArrowTable>).getChild === 'function';
}
