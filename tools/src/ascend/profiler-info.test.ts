import { describe, expect, it } from 'vitest';
import {
  type ProfilerInfoText,
  profilerInfo,
  profilerInfoName,
  profilerMetadata,
} from './profiler-info.js';
import { pythonJson } from './python-json.js';
import { simulateCapture } from './scenario.js';

const TEXT: ProfilerInfoText = {
  rankInName: true,
  rankId: 'number',
  profileMemory: true,
  withStack: false,
};

describe('profiler_info', () => {
  const capture = simulateCapture({ allocations: 10, rank: 3 });

  it('is named after the rank, or not', () => {
    expect(profilerInfoName(3, TEXT)).toBe('profiler_info_3.json');
    expect(profilerInfoName(3, { ...TEXT, rankInName: false })).toBe('profiler_info.json');
  });

  it('is indented by four and tells rank and switches', () => {
    const text = profilerInfo(capture, TEXT);
    expect(text.startsWith('{\n    "config": {\n        "common_config": {\n')).toBe(true);
    const info = JSON.parse(text) as {
      config: { common_config: { profile_memory: boolean; with_stack: boolean } };
      rank_id: unknown;
    };
    expect(info.rank_id).toBe(3);
    expect(info.config.common_config).toMatchObject({ profile_memory: true, with_stack: false });
    expect(text).toMatch(/"collectionTimeEnd": \d{19},/);
  });

  it.each([
    ['string', '"rank_id": "3"'],
    ['number', '"rank_id": 3'],
  ] as const)('tells the rank as %s', (rankId, expected) => {
    expect(profilerInfo(capture, { ...TEXT, rankId })).toContain(expected);
  });

  it('has no rank for a single device, and no clock in torch_npu 5.x', () => {
    expect(profilerInfo(capture, { ...TEXT, rankId: 'absent' })).not.toContain('rank_id');
    const old = profilerInfo(simulateCapture({ allocations: 10, variant: 'V10' }), TEXT);
    expect(old).not.toContain('start_info');
    expect(old).toContain('"_active": ');
  });
});

describe('profiler_metadata.json', () => {
  const capture = simulateCapture({ allocations: 10, rank: 1 });

  it('tells role, groups and sizes in one line', () => {
    const text = profilerMetadata(
      capture,
      { role: 'actor_update', parallelGroupInfo: true, distributedArgs: true },
      2,
    );
    expect(text).not.toContain('\n');
    expect(JSON.parse(text)).toMatchObject({
      role: 'actor_update',
      distributed_args: { rank: 1, world_size: 2 },
      parallel_group_info: { group_name_0: { global_ranks: [0, 1] } },
    });
  });

  it('can do without', () => {
    const text = profilerMetadata(capture, { parallelGroupInfo: false, distributedArgs: false }, 2);
    expect(Object.keys(JSON.parse(text) as object)).toEqual(['ENV_VARIABLES']);
  });
});

describe('pythonJson', () => {
  it('writes what json.dumps writes', () => {
    const value = { a: [1, 'ü"\n', null], big: 1779785779209968682n, none: {}, empty: [] };
    expect(pythonJson(value, null)).toBe(
      '{"a": [1, "ü\\"\\n", null], "big": 1779785779209968682, "none": {}, "empty": []}',
    );
    expect(pythonJson({ a: [1, { b: true }] }, 2)).toBe(
      '{\n  "a": [\n    1,\n    {\n      "b": true\n    }\n  ]\n}',
    );
  });
});
