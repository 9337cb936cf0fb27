import type { DictView } from '../pickle/dict-view.js';

/** What of `allocator_settings` the sizes of blocks depend on. */
export interface AllocatorSettings {
  /** Larger blocks are never split; infinite without a limit. */
  readonly maxSplitBytes: number;
  /** Undefined where it is not told. */
  readonly isExpandable: boolean | undefined;
  /** Steps that requests are rounded up to, between 2^(20 + i) and the next power of two; 0 for none. */
  readonly divisions: readonly number[];
}

const INTERVALS = 16;

export function readSettings(settings: DictView): AllocatorSettings {
  const limit = settings.number('max_split_size') ?? -1;
  const divisions = settings.dict('roundup_power2_divisions');
  return {
    maxSplitBytes: limit < 0 ? Number.POSITIVE_INFINITY : limit,
    isExpandable: settings.has('expandable_segments')
      ? settings.isTrue('expandable_segments')
      : undefined,
    divisions: Array.from(
      { length: INTERVALS },
      (_, interval) => divisions.number(String(2 ** interval)) ?? 0,
    ),
  };
}
