import type { GroupInfo } from '@rl-insight/memory-contract';
import { describe, expect, it } from 'vitest';
import { comparedClocks } from './clocks.js';
import { outliersOf } from './outliers.js';

function info(rank: number, more: Partial<GroupInfo> = {}): GroupInfo {
  return {
    role: 'actor',
    rank_id: rank,
    device_type: `NPU:${rank}`,
    captures: [],
    warnings: [],
    ...more,
  };
}

function capture(from: number, to: number, step: number | null = 1, source = 'a.csv') {
  return {
    sources: [source],
    start_ns: String(from),
    end_ns: String(to),
    step,
    time_basis: 'utc' as const,
    allocators: [],
  };
}

describe('clocks', () => {
  it('may differ between the hosts that folders of captures name', () => {
    const on = (host: string) =>
      capture(0, 9, null, `1/actor/${host}_77_20260526085155596_ascend_pt/x/operator_memory.csv`);
    const infos = ['node_a', 'node_b', 'node_a'].map((host, i) =>
      info(i, { captures: [on(host)] }),
    );
    expect(comparedClocks(infos).hosts).toEqual(['node_a', 'node_b']);
    expect(comparedClocks([infos[0], infos[2]]).hosts).toEqual([]);
    // verl's folders tell of no host.
    const verl = capture(0, 9, null, '1/actor/20260526_085155596_ascend_pt/operator_memory.csv');
    expect(comparedClocks([infos[0], info(1, { captures: [verl] })]).hosts).toEqual([]);
  });

  it('cannot be compared where times count from different moments', () => {
    const local = { ...capture(0, 9), time_basis: 'local_clock' as const };
    const infos = [info(0, { captures: [capture(0, 9)] }), info(1, { captures: [local] })];
    expect(comparedClocks(infos).bases).toEqual(['utc', 'local_clock']);
    expect(comparedClocks(infos.slice(1)).bases).toEqual([]);
  });

  it('differ where a step of a role was not recorded at one time on all ranks', () => {
    const at = (rank: number, from: number) => info(rank, { captures: [capture(from, from + 10)] });
    const together = [at(0, 0), at(1, 2), at(2, 9)];
    expect(comparedClocks(together).apart).toEqual([]);
    expect(comparedClocks([...together, at(3, 500), at(4, 700)]).apart).toEqual([
      { role: 'actor', step: 1, ranks: [3, 4] },
    ]);
    const other = info(5, { role: 'rollout', captures: [capture(900, 910)] });
    const later = info(6, { captures: [capture(900, 910, 2)] });
    const unknown = info(7, { captures: [capture(900, 910, null)] });
    expect(comparedClocks([...together, other, later, unknown]).apart).toEqual([]);
  });
});

describe('outliers', () => {
  const peaks = (
    sizes: readonly number[],
    more: (rank: number) => Partial<GroupInfo> = () => ({}),
  ) => sizes.map((peakBytes, rank) => ({ info: info(rank, more(rank)), peakBytes }));

  it('are off the median of all ranks of their role', () => {
    const found = outliersOf(peaks([100, 102, 130, 98]));
    expect(found.map((one) => one?.parallelGroup)).toEqual([undefined, undefined, null, undefined]);
    expect(found[2]).toMatchObject({ medianBytes: 101 });
    expect(found[2]?.deviation).toBeCloseTo(29 / 101);
  });

  it('are compared within groups that hold alike, and not along a pipeline', () => {
    // Two stages of a pipeline hold differently; rank 2 is unlike its own stage.
    const stage = (rank: number) => (rank < 4 ? [0, 1, 2, 3] : [4, 5, 6, 7]);
    const sizes = [100, 100, 150, 100, 300, 300, 300, 300];
    const found = outliersOf(
      peaks(sizes, (rank) => ({
        parallel_groups: {
          'dp_cp (x)': stage(rank),
          pp: [rank % 4, (rank % 4) + 4],
          default_group: [0, 1, 2, 3, 4, 5, 6, 7],
        },
      })),
    );
    expect(found.flatMap((one, rank) => (one === null ? [] : [rank]))).toEqual([2]);
    expect(found[2]).toEqual({ deviation: 0.5, medianBytes: 100, parallelGroup: 'dp_cp (x)' });
  });

  it('leave host memory out of the comparison of devices', () => {
    const host = (rank: number) => (rank > 2 ? { device_type: 'CPU' } : {});
    expect(outliersOf(peaks([100, 100, 100, 7, 7, 7], host))).toEqual(Array(6).fill(null));
  });
});
