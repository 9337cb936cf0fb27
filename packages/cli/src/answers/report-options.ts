import type { ConfigView } from '@rl-insight/core';
import { EXIT, RlInsightError } from '@rl-insight/core/errors';
import { RangeFilter, type ReportOptions, UserFrames } from '@rl-insight/memory-model';

/** Makes something of the expressions of a key. */
function compiled<T>(key: string, make: () => T): T {
  try {
    return make();
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    throw new RlInsightError({
      code: 'config-expression',
      exitCode: EXIT.usage,
      message: `${key} has an expression that is none: ${error.message}.`,
      remedy:
        'Write regular expressions as JavaScript knows them; a backslash goes before ( [ { * + ? . to mean them.',
      place: { key },
      cause: error,
    });
  }
}

/**
 * What the configuration says of reports.
 *
 * @throws RlInsightError when one of its regular expressions is none.
 */
export function reportOptions(config: ConfigView): ReportOptions {
  const internalFrames = config.get<readonly string[] | null>('report.internal_frames');
  const include = config.get<readonly string[] | null>('memory.tracking.include');
  const exclude = config.get<readonly string[]>('memory.tracking.exclude');
  compiled('report.internal_frames', () => new UserFrames(internalFrames ?? undefined));
  compiled('memory.tracking.include', () => new RangeFilter(include ?? undefined));
  compiled('memory.tracking.exclude', () => new RangeFilter([], exclude));
  return {
    ...(internalFrames ? { internalFrames } : {}),
    ...(include ? { include } : {}),
    ...(exclude ? { exclude } : {}),
  };
}
