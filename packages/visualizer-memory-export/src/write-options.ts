import type { Reporter } from '@rl-insight/core';
import type { RangeFilter } from '@rl-insight/memory-model';

export interface WriteOptions {
  readonly producer: string;
  readonly signal: AbortSignal;
  readonly report: Reporter;
  /** Which user ranges are scopes: all when absent. */
  readonly scopes?: RangeFilter;
}

/** Tells how many sets are written. */
export function reportDone({ report }: WriteOptions, done: number, total: number): void {
  report.progress({ kind: 'progress', stage: 'export', done, total, unit: 'sets' });
}
