import { Float64, Int32, type Table, tableFromArrays, Utf8, vectorFromArray } from 'apache-arrow';
import { describe, expect, test } from 'vitest';
import {
  Allocations,
  buildTable,
  GROUPS_KEY,
  groupFolderName,
  MEMORY_SUMMARY,
  memoryGroups,
  mergeTables,
  NameTaker,
  readGroups,
  safeFileName,
  writeGroups,
} from './index.js';

/** Twelve columns as another program may write them: plain text, no exact columns. */
function foreign(
  rows: readonly {
    role?: string;
    rank?: number;
    device?: string;
    ms: number;
    kb?: number;
    held?: number;
  }[],
): Table {
  const text = (value: (row: (typeof rows)[number]) => string) =>
    vectorFromArray(rows.map(value), new Utf8());
  const double = (value: (row: (typeof rows)[number]) => number) =>
    vectorFromArray(rows.map(value), new Float64());
  return tableFromArrays({
    name: text(() => 'aten::add'),
    role: text(({ role }) => role ?? ''),
    rank_id: vectorFromArray(
      rows.map(({ rank }) => rank ?? 0),
      new Int32(),
    ),
    call_stack: text(() => ''),
    call_stack_top: text(() => ''),
    size_kb: double(({ kb }) => kb ?? 1),
    start_time_ms: double(({ ms }) => ms),
    duration_ms: double(({ held }) => held ?? 0),
    total_allocated_mb: double(() => 0),
    total_reserved_mb: double(() => 0),
    total_active_mb: double(() => 0),
    device_type: text(({ device }) => device ?? 'NPU:0'),
  } as never) as unknown as Table;
}

describe('groups of tables', () => {
  test('are told apart by role, rank and device, each with its rows in order', () => {
    const groups = memoryGroups({
      memory_summary: foreign([
        { role: 'a', ms: 5 },
        { role: 'b', ms: 6 },
        { role: 'a', ms: 7 },
        { role: 'a', rank: 1, ms: 8 },
        { role: 'a', device: 'CPU', ms: 9 },
      ]),
    });
    expect(
      groups.map(({ info, allocations }) => [
        info.role,
        info.rank_id,
        info.device_type,
        allocations.rows,
      ]),
    ).toEqual([
      ['a', 0, 'NPU:0', 2],
      ['b', 0, 'NPU:0', 1],
      ['a', 1, 'NPU:0', 1],
      ['a', 0, 'CPU', 1],
    ]);
    expect([...groups[0].allocations.startNs]).toEqual([0, 2e6]);
  });

  test('without metadata, captures are worked out from the rows', () => {
    const [{ info }] = memoryGroups({ memory_summary: foreign([{ ms: 10, held: 5 }, { ms: 12 }]) });
    expect(info.captures).toMatchObject([
      { start_ns: '10000000', end_ns: '15000000', allocators: [] },
    ]);
  });

  test('without exact columns, times and sizes come from the twelve', () => {
    const allocations = new Allocations(
      foreign([{ ms: 1779785515596.5, kb: 0.5, held: 0.25 }, { ms: 1779785515597 }]),
    );
    expect(allocations.originNs).toBe(1779785515596000000n);
    expect([...allocations.startNs]).toEqual([500000, 1000000]);
    expect([...allocations.durationNs]).toEqual([250000, Number.NaN]);
    expect([...allocations.sizeBytes]).toEqual([512, 1024]);
  });

  test('no memory_summary is a mistake of the caller', () => {
    expect(() => memoryGroups({})).toThrow(RangeError);
  });
});

test('tables of several groups become one, its rows in order of time', () => {
  const one = (start: bigint, role: string) =>
    buildTable(
      MEMORY_SUMMARY,
      2,
      {
        ...Object.fromEntries(
          MEMORY_SUMMARY.columns
            .filter(({ required }) => required)
            .map(({ name, type }) => [
              name,
              type === 'dictionary'
                ? { codes: new Int32Array(2), values: [name === 'role' ? role : 'x'] }
                : { values: type === 'int32' ? new Int32Array(2) : Float64Array.of(1, 2) },
            ]),
        ),
        start_time_ns: { values: BigInt64Array.of(start, start + 10n) },
      },
      new Map([
        [
          GROUPS_KEY,
          writeGroups([{ role, rank_id: 0, device_type: 'x', captures: [], warnings: [] }]),
        ],
      ]),
    );
  const merged = mergeTables([{ memory_summary: one(5n, 'b') }, { memory_summary: one(1n, 'a') }]);
  const rows = [...merged.memory_summary].map((row) => [row.role, row.start_time_ns]);
  expect(rows).toEqual([
    ['a', 1n],
    ['b', 5n],
    ['a', 11n],
    ['b', 15n],
  ]);
  expect(
    readGroups(merged.memory_summary.schema.metadata.get(GROUPS_KEY)).map(({ role }) => role),
  ).toEqual(['b', 'a']);
});

test.each([
  undefined,
  '',
  '{',
  'null',
  '{}',
  '[1,null,"x"]',
  '[{"captures":[{"start_ns":5}]}]',
  '[{"role":{},"rank_id":"0","captures":"x","warnings":[{}]}]',
])('what is written in the metadata by others is taken as far as it makes sense: %j', (text) => {
  for (const group of readGroups(text)) {
    expect(group).toMatchObject({ role: '', rank_id: 0, captures: [], warnings: [] });
  }
});

describe('names of folders', () => {
  test.each([
    [{ role: 'actor_update', rank_id: 3, device_type: 'NPU:0' }, false, 'actor_update_rank3'],
    [{ role: 'actor_update', rank_id: 3, device_type: 'NPU:0' }, true, 'actor_update_rank3_NPU-0'],
    [{ role: '', rank_id: 0, device_type: 'CPU' }, false, 'rank0'],
    [{ role: '../../etc/passwd', rank_id: 0, device_type: '' }, false, 'etc-passwd_rank0'],
    [{ role: '训练 角色', rank_id: 1, device_type: '' }, false, '训练-角色_rank1'],
    [{ role: 'a<b>"|?*', rank_id: 1, device_type: '' }, false, 'a-b_rank1'],
  ])('%j', (group, several, name) => {
    expect(groupFolderName(group, several)).toBe(name);
  });

  test('are safe on any system', () => {
    expect(safeFileName('CON')).toBe('CON_');
    expect(safeFileName('.hidden.')).toBe('hidden');
    expect(safeFileName('x'.repeat(500))).toHaveLength(80);
  });

  test('are handed out once, whatever their case', () => {
    const names = new NameTaker();
    expect(['a', 'A', 'a', 'b'].map((name) => names.take(name))).toEqual(['a', 'A_2', 'a_3', 'b']);
  });
});
