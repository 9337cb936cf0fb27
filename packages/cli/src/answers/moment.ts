import { EXIT, RlInsightError } from '@rl-insight/core/errors';

/** A moment that a person asks for. */
export type AskedMoment =
  | { readonly kind: 'peak' }
  /** When an allocation failed: the one of that number by time, or the one that tells most. */
  | { readonly kind: 'failure'; readonly number: number | null }
  /** ns after the begin of the group's first capture. */
  | { readonly kind: 'relative'; readonly ns: number }
  /** ns since the source's epoch. */
  | { readonly kind: 'absolute'; readonly ns: bigint };

const UNITS: Readonly<Record<string, number>> = {
  ns: 1,
  us: 1e3,
  µs: 1e3,
  ms: 1e6,
  s: 1e9,
  min: 6e10,
};
const FAILURE = /^oom(?::([1-9]\d{0,8}))?$/;
const RELATIVE = /^\+?(\d+(?:\.\d+)?|\.\d+)\s*(ns|us|µs|ms|s|min)$/;

/**
 * Understands `peak`, `oom`, `oom:3`, a time after the begin (`1.5s`, `200ms`), or whole ns since the epoch.
 *
 * @throws RlInsightError for anything else.
 */
export function askedMoment(text: string | undefined): AskedMoment {
  if (text === 'peak') return { kind: 'peak' };
  const failure = FAILURE.exec(text ?? '');
  if (failure !== null) {
    return { kind: 'failure', number: failure[1] === undefined ? null : Number(failure[1]) };
  }
  const relative = RELATIVE.exec(text ?? '');
  if (relative !== null) {
    return { kind: 'relative', ns: Math.round(Number(relative[1]) * UNITS[relative[2]]) };
  }
  if (text !== undefined && /^\d{1,19}$/.test(text)) return { kind: 'absolute', ns: BigInt(text) };
  throw new RlInsightError({
    code: 'usage-moment',
    exitCode: EXIT.usage,
    message:
      text === undefined ? 'There is no time to look at.' : `“${text}” is no time that is known.`,
    remedy:
      'Say peak, oom or oom:3 for an allocation that failed, a time after the begin such as 1.5s or 200ms, or whole nanoseconds since the epoch.',
  });
}
