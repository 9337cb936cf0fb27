import type { AllocatorHistory, PoolSums } from '@rl-insight/memory-model';
import { formatBytes } from '../format/bytes.js';
import type { LaneName } from '../lanes/lane-labels.js';
import { t } from '../text/text.js';

/** What a pool is called; where a source has neither streams nor pools there is nothing to tell apart. */
export function poolTitle(
  { segments: { streams, pools } }: AllocatorHistory,
  { stream, pool }: Pick<PoolSums, 'stream' | 'pool'>,
): string {
  const parts = [
    stream < 0 ? undefined : t('segmentStream', { stream: streams[stream] }),
    pool < 0 ? undefined : pools[pool],
  ].filter((part) => part !== undefined);
  return parts.length === 0 ? t('segments') : parts.join(' · ');
}

export function poolName(history: AllocatorHistory, sums: PoolSums): LaneName {
  return {
    title: poolTitle(history, sums),
    note: t('poolNote', {
      size: formatBytes(sums.reservedBytes),
      largest: formatBytes(sums.largestFreeBytes),
    }),
  };
}
