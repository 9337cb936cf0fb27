import type { DependencyContainer } from 'tsyringe';
import type { ProgressListener } from '../report/progress.js';
import type { Logger } from '../report/reporter.js';
import type { WorkerPool } from '../workers/pool.js';
import { pluginErrors } from './errors.js';
import type { ConfigView } from './stages.js';

/** What a run has to offer to the stages that it makes. */
export interface Services {
  readonly logger: Logger;
  readonly progress: ProgressListener;
  readonly config: ConfigView;
  readonly workers: WorkerPool;
  /** Long work checks it and throws its reason. */
  readonly signal: AbortSignal;
  /** Memory that the run is to stay within, MiB. */
  readonly memoryLimitMb: number;
  /** Shared by the files of one run. */
  readonly runId: string;
}

/**
 * The tokens of {@link Services} in the container. They are texts, so that a plugin with a copy of
 * this package of its own names the same ones.
 */
export const SERVICES: { readonly [Name in keyof Services]: string } = {
  logger: 'rl-insight.logger',
  progress: 'rl-insight.progress',
  config: 'rl-insight.config',
  workers: 'rl-insight.workers',
  signal: 'rl-insight.signal',
  memoryLimitMb: 'rl-insight.memory-limit-mb',
  runId: 'rl-insight.run-id',
};

/**
 * A service of the run that a stage is made for. Ask for it in a factory (`useFactory`): when a
 * plugin registers there is no run yet.
 *
 * @throws RlInsightError when there is no run.
 */
export function service<Name extends keyof Services>(
  container: DependencyContainer,
  name: Name,
): Services[Name] {
  const token = SERVICES[name];
  if (!container.isRegistered(token, true)) throw pluginErrors.noRun(name);
  return container.resolve<Services[Name]>(token);
}

/** Registers what a run offers; what somebody registered before, as a test does, stays. */
export function offer(container: DependencyContainer, services: Partial<Services>): void {
  for (const [name, token] of Object.entries(SERVICES)) {
    const value = services[name as keyof Services];
    if (value === undefined || container.isRegistered(token, true)) continue;
    container.register(token, { useValue: value });
  }
}
