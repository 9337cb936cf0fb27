import { EXIT, RlInsightError } from '@rl-insight/core/errors';
import { GROUPINGS, type Grouping } from '@rl-insight/memory-model';

/** What a person asks to see blocks grouped by. */
export interface AskedGrouping {
  readonly by: Grouping;
  /** How many frames of call stacks, from the outermost in, must be the same; null: all. */
  readonly prefixFrames: number | null;
}

const PREFIX = /^call_stack:([1-9]\d{0,8})$/;

/**
 * Understands one of the groupings, and `call_stack:3` for call stacks that share their three
 * outermost frames.
 *
 * @throws RlInsightError when it is nothing that blocks can be grouped by.
 */
export function askedGrouping(text: string): AskedGrouping {
  const frames = PREFIX.exec(text)?.[1];
  if (frames !== undefined) return { by: 'call_stack', prefixFrames: Number(frames) };
  const by = GROUPINGS.find((known) => known === text);
  if (by !== undefined) return { by, prefixFrames: null };
  throw new RlInsightError({
    code: 'usage-grouping',
    exitCode: EXIT.usage,
    message: `--by ${text} is nothing that blocks can be grouped by.`,
    remedy: `Say one of ${GROUPINGS.join(', ')}, or call_stack:3 for stacks with the same three outermost frames.`,
  });
}
