import { EXIT, RlInsightError } from '@rl-insight/core/errors';

const UNITS: Readonly<Record<string, number>> = {
  '': 1,
  b: 1,
  k: 1024,
  kb: 1024,
  kib: 1024,
  m: 1024 ** 2,
  mb: 1024 ** 2,
  mib: 1024 ** 2,
  g: 1024 ** 3,
  gb: 1024 ** 3,
  gib: 1024 ** 3,
};

/** How much more may be held than before, as bytes of what was held before. */
export type Budget = (before: number) => number;

/**
 * Understands `500MiB`, `2g`, plain bytes and `5%`. Units are of 1024, as profilers use them.
 *
 * @throws RlInsightError for anything else.
 */
export function budgetOf(text: string): Budget {
  const match = /^(\d+(?:\.\d+)?)\s*([a-z]*|%)$/.exec(text.trim().toLowerCase());
  const [, number, unit] = match ?? [];
  if (unit === '%') return (before) => (before * Number(number)) / 100;
  const bytes = UNITS[unit ?? '?'];
  if (bytes !== undefined) return () => Number(number) * bytes;
  throw new RlInsightError({
    code: 'usage-budget',
    exitCode: EXIT.usage,
    message: `--fail-above ${text} is neither a size nor a percentage.`,
    remedy: 'Say for example 500MiB, 2GiB or 5%.',
  });
}
