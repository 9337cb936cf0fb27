import { EXIT, RlInsightError } from '@rl-insight/core/errors';
import type { MemoryGroup } from '@rl-insight/memory-contract';
import type { Selection } from '@rl-insight/memory-model';

/** What `--left` and `--right` ask for; null: any. */
export interface AskedSelection {
  readonly role: string | null;
  readonly rank: number | null;
  readonly device: string | null;
  readonly step: number | null;
}

export const ALL: AskedSelection = { role: null, rank: null, device: null, step: null };

const NUMBER = /^\d{1,9}$/;

/**
 * Understands `rank=3`, `step=2`, `role=actor,rank=0`, `device=NPU:1`.
 *
 * @throws RlInsightError for anything else.
 */
export function askedSelection(flag: string, text: string): AskedSelection {
  const asked: { -readonly [K in keyof AskedSelection]: AskedSelection[K] } = { ...ALL };
  for (const part of text.split(',')) {
    const [key, value = ''] = part.split(/=(.*)/s);
    if ((key === 'rank' || key === 'step') && NUMBER.test(value)) asked[key] = Number(value);
    else if ((key === 'role' || key === 'device') && value !== '') asked[key] = value;
    else {
      throw new RlInsightError({
        code: 'usage-selection',
        exitCode: EXIT.usage,
        message: `${flag} ${text}: “${part}” is no selection.`,
        remedy: 'Say rank=3, step=2, role=actor or device=NPU:1, several with commas between.',
      });
    }
  }
  return asked;
}

/** The groups that a selection is of. */
export function selected(groups: readonly MemoryGroup[], asked: AskedSelection): Selection[] {
  return groups
    .filter(
      ({ info }) =>
        (asked.role === null || info.role === asked.role) &&
        (asked.rank === null || info.rank_id === asked.rank) &&
        (asked.device === null || info.device_type === asked.device),
    )
    .map((group) => ({ group, step: asked.step }));
}
