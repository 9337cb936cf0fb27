import type { GroupInfo } from '@rl-insight/memory-contract';
import type { DrawnBlock } from './drawn-blocks.js';

/** The groups of drawn blocks, each with one capture from its first event to its last. */
export function groupsOf(blocks: readonly DrawnBlock[]): GroupInfo[] {
  const groups = new Map<string, DrawnBlock[]>();
  for (const block of blocks) {
    const { role = '', rank = 0, device = 'GPU:0' } = block;
    const key = JSON.stringify([role, rank, device]);
    groups.set(key, [...(groups.get(key) ?? []), block]);
  }
  return [...groups].map(([key, own]) => {
    const [role, rank, device] = JSON.parse(key) as [string, number, string];
    const times = own.flatMap(({ start, end }) => (end === null ? [start] : [start, end]));
    return {
      role,
      rank_id: rank,
      device_type: device,
      captures: [
        {
          sources: ['drawn'],
          start_ns: String(Math.min(...times)),
          end_ns: String(Math.max(...times)),
          step: null,
          time_basis: 'local_clock',
          allocators: [
            { allocator: 'caching', start_live_bytes: 0, start_source: 'none', pairing: 'record' },
          ],
        },
      ],
      warnings: [],
    };
  });
}
