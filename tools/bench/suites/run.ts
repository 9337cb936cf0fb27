import type { Bench, CaseReport, Suite } from './suite.js';

export interface Failure {
  readonly id: string;
  readonly error: Error;
}

/** What came of a suite. */
export interface SuiteReport {
  readonly suite: Suite;
  readonly cases: readonly CaseReport[];
  readonly failures: readonly Failure[];
}

/** Measures the cases of a suite that have `only` in their id; one that fails stops no other. */
export async function runSuite(suite: Suite, bench: Bench, only = ''): Promise<SuiteReport> {
  const cases: CaseReport[] = [];
  const failures: Failure[] = [];
  for (const each of suite.cases) {
    if (!each.id.includes(only)) continue;
    bench.log(`${suite.id}: ${each.id}`);
    try {
      cases.push(await each.measure(bench));
    } catch (error) {
      failures.push({ id: each.id, error: error as Error });
      bench.log(`  ${(error as Error).message}`);
    }
  }
  return { suite, cases, failures };
}
