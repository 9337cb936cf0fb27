import { Nonconformity } from './nonconformity.js';

/** One thing that a plugin has to do. */
export interface ConformanceCase {
  /** What the plugin does when it conforms, e.g. `tables: rows are in order`. */
  readonly name: string;
  /** @throws Nonconformity when the plugin does not; its message says what to do. */
  run(): Promise<void>;
}

/** How a test runner registers a test; `test` of Vitest, Jest and `node:test` are such functions. */
export type RegisterTest = (name: string, run: () => Promise<void>) => unknown;

/** How long a case may take, unless it is said otherwise, ms. */
export const CASE_TIMEOUT_MS = 30_000;

/** Hands cases to a test runner, e.g. `registerConformance(test, await parserConformance(…))`. */
export function registerConformance(test: RegisterTest, cases: readonly ConformanceCase[]): void {
  for (const { name, run } of cases) test(name, run);
}

/** Makes cases that end in time: a plugin that hangs fails instead of stopping the whole test run. */
export function caseMaker(timeoutMs: number = CASE_TIMEOUT_MS) {
  return (name: string, run: () => Promise<void>): ConformanceCase => ({
    name,
    run: () =>
      within(timeoutMs, run(), {
        problem: `“${name}” did not end within ${timeoutMs / 1000} s`,
        remedy: 'Look for a promise that is never settled; give timeoutMs where the work is long.',
      }),
  });
}

export type CaseMaker = ReturnType<typeof caseMaker>;

/**
 * What a promise gives, if that happens in time.
 *
 * @throws Nonconformity when it does not; what the promise throws.
 */
export async function within<T>(
  timeoutMs: number,
  promise: Promise<T>,
  late: { readonly problem: string; readonly remedy: string },
): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const limit = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Nonconformity(late)), timeoutMs);
  });
  try {
    return await Promise.race([promise, limit]);
  } finally {
    clearTimeout(timer);
  }
}
