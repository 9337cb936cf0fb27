import type { Reporter } from '@rl-insight/core';

export interface WriteOptions {
  readonly producer: string;
  readonly signal: AbortSignal;
  readonly report: Reporter;
}

/** Tells how many sets are written. */
export function reportDone({ report }: WriteOptions, done: number, total: number): void {
  report.progress({ kind: 'progress', stage: 'export', done, total, unit: 'sets' });
}
