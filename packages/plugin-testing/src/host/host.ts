import { descriptor, register } from '@rl-insight/checker';
import {
  type ConfigView,
  type Plugin,
  PluginRegistry,
  Reporter,
  type ReporterListeners,
  type StageContext,
  type StageFactory,
} from '@rl-insight/core';
import { WorkerPool } from '@rl-insight/core/workers';
import { configOf } from './config.js';

/** What of a run a case decides by itself. */
export interface RunOptions {
  readonly signal?: AbortSignal;
  readonly workers?: number;
  readonly runId?: string;
  readonly listeners?: ReporterListeners;
}

const MEMORY_LIMIT_MB = 1024;

/** Runs stages of a plugin as the command does: its registry, its configuration, real worker threads. */
export class Host {
  readonly plugin: Plugin;
  readonly domain: string;
  readonly registry = new PluginRegistry();
  readonly #values: Readonly<Record<string, unknown>>;

  /** @throws RlInsightError when the registry refuses the plugin. */
  constructor(plugin: Plugin, domain: string, values: Readonly<Record<string, unknown>> = {}) {
    this.plugin = plugin;
    this.domain = domain;
    this.#values = values;
    this.registry.add(plugin);
    // Its rules are what the command would check the tables by; they are not there twice.
    const own = plugin.descriptor.provides.map(({ id }) => id);
    if (!descriptor.provides.some(({ id }) => own.includes(id))) {
      this.registry.add({ descriptor, register });
    }
  }

  /** The configuration, `more` winning over what the author gave. */
  config(more: Readonly<Record<string, unknown>> = {}): Promise<ConfigView> {
    const values = { ...this.#values, ...more };
    return configOf(this.registry.plugins, this.domain, values);
  }

  /** Gives work the context of a stage and the stages of the run; its worker threads end with it. */
  async run<T>(
    work: (context: StageContext, stages: StageFactory) => Promise<T>,
    { signal, workers = 1, runId = 'run-1', listeners }: RunOptions = {},
  ): Promise<T> {
    const pool = new WorkerPool(workers);
    try {
      const shared = {
        config: await this.config({ 'runtime.workers': workers }),
        signal: signal ?? new AbortController().signal,
        workers: pool,
        memoryLimitMb: MEMORY_LIMIT_MB,
        runId,
      };
      const report = new Reporter(listeners);
      const progress = report.progress.bind(report);
      const stages = this.registry.forRun({ ...shared, logger: report, progress });
      return await work({ ...shared, report }, stages);
    } finally {
      await pool.close();
    }
  }
}
