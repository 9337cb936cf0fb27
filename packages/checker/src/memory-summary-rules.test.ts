import { isRlInsightError } from '@rl-insight/core/errors';
import {
  buildTable,
  type ColumnValues,
  GROUPS_KEY,
  MEMORY_SUMMARY,
  writeGroups,
} from '@rl-insight/memory-contract';
import { Float64, Int64, Table, tableFromArrays, Utf8, vectorFromArray } from 'apache-arrow';
import { describe, expect, test } from 'vitest';
import { DataChecker, DataEnum, DataValidationError } from './index.js';

/** A table of good rows; `change` spoils it. */
function summary(
  change: (columns: Record<string, ColumnValues>) => void = () => {},
  metadata?: Map<string, string>,
  rows = 3,
): Table {
  const columns: Record<string, ColumnValues> = {};
  for (const { name, type, required } of MEMORY_SUMMARY.columns) {
    if (!required) continue;
    if (type === 'dictionary') columns[name] = { codes: new Int32Array(rows), values: ['x'] };
    else if (type === 'int32') columns[name] = { values: new Int32Array(rows) };
    else columns[name] = { values: new Float64Array(rows).fill(1) };
  }
  change(columns);
  return buildTable(MEMORY_SUMMARY, rows, columns, metadata);
}

async function reasons(table: unknown): Promise<string[]> {
  try {
    await new DataChecker(DataEnum.MEMORY_SUMMARY, table).run();
    return [];
  } catch (error) {
    expect(error).toBeInstanceOf(DataValidationError);
    expect(isRlInsightError(error) && error.exitCode).toBe(3);
    return (error as DataValidationError).reasons.map(({ message }) => message);
  }
}

const doubles = (...values: number[]): ColumnValues => ({ values: Float64Array.from(values) });

describe('memory_summary', () => {
  test('good tables pass', async () => {
    expect(await reasons(summary())).toEqual([]);
  });

  test.each<[string, (columns: Record<string, ColumnValues>) => void, string]>([
    [
      'a size of zero',
      (c) => {
        c.size_kb = doubles(1, 0, 1);
      },
      'memory_summary has a size_kb that is zero or not finite in 1 rows, first in row 2',
    ],
    [
      'a size that is infinite',
      (c) => {
        c.size_kb = doubles(Infinity, 1, NaN);
      },
      'memory_summary has a size_kb that is zero or not finite in 2 rows, first in row 1',
    ],
    [
      'a blank name',
      (c) => {
        c.name = { codes: Int32Array.of(0, 1, 1), values: ['x', ' '] };
      },
      'memory_summary has a blank name in 2 rows, first in row 2',
    ],
    [
      'a negative duration',
      (c) => {
        c.duration_ms = doubles(1, 1, -1);
      },
      'memory_summary’s duration_ms is negative or not finite in 1 rows, first in row 3',
    ],
    [
      'a time that is none',
      (c) => {
        c.start_time_ms = doubles(NaN, 1, 1);
      },
      'memory_summary’s start_time_ms is not finite in 1 rows, first in row 1',
    ],
    [
      'a name that is null',
      (c) => {
        c.name = { codes: Int32Array.of(0, -1, 0), values: ['x'] };
      },
      'memory_summary’s column name is null in 1 rows, first in row 2',
    ],
    [
      'a size that is null',
      (c) => {
        c.size_kb = { values: Float64Array.of(1, 1, 1), valid: Uint8Array.of(1, 1, 0) };
      },
      'memory_summary’s column size_kb is null in 1 rows, first in row 3',
    ],
  ])('%s', async (_, spoil, message) => {
    expect(await reasons(summary(spoil))).toEqual([message]);
  });

  test('a negative size is a release whose allocation was not seen', async () => {
    expect(
      await reasons(
        summary((c) => {
          c.size_kb = doubles(-1, 1, 1);
        }),
      ),
    ).toEqual([]);
  });

  test('columns that are missing, all in one reason', async () => {
    expect(await reasons(summary().select(['name', 'size_kb', 'rank_id']))).toEqual([
      'memory_summary lacks the columns role, call_stack, call_stack_top, start_time_ms, duration_ms, total_allocated_mb, total_reserved_mb, total_active_mb, device_type',
    ]);
  });

  test('every reason at once, types among them', async () => {
    const table = tableFromArrays({
      name: vectorFromArray(['a'], new Utf8()),
      size_kb: vectorFromArray(['1'], new Utf8()),
      start_time_ns: vectorFromArray([1], new Float64()),
      size_bytes: vectorFromArray([1n], new Int64()),
    } as never);
    const found = await reasons(table);
    expect(found).toContain('memory_summary’s column size_kb is Utf8, not float64');
    expect(found).toContain('memory_summary’s column start_time_ns is Float64, not int64');
    expect(found.some((reason) => reason.includes('lacks the columns'))).toBe(true);
    expect(found).toHaveLength(3);
  });

  test('text as other programs write it is text', async () => {
    const table = summary();
    const plain = vectorFromArray(['a', 'b', 'c'], new Utf8());
    expect(await reasons(table.assign(new Table({ call_stack: plain }) as never))).toEqual([]);
  });

  test('no rows: good only where there is a level or a counter', async () => {
    expect(await reasons(summary(undefined, undefined, 0))).toEqual([
      'memory_summary has no rows, and neither counters nor a starting level',
    ]);
    const capture = {
      sources: [],
      start_ns: '1',
      end_ns: '1',
      step: null,
      time_basis: 'utc' as const,
    };
    const groups = (start: number) =>
      writeGroups([
        {
          role: '',
          rank_id: 0,
          device_type: 'NPU:0',
          warnings: [],
          captures: [
            {
              ...capture,
              allocators: [
                {
                  allocator: 'PTA',
                  start_live_bytes: start,
                  start_source: 'counters',
                  pairing: 'record',
                },
              ],
            },
          ],
        },
      ]);
    expect(await reasons(summary(undefined, new Map([[GROUPS_KEY, groups(512)]]), 0))).toEqual([]);
    expect(await reasons(summary(undefined, new Map([[GROUPS_KEY, groups(0)]]), 0))).toHaveLength(
      1,
    );
  });

  test.each([undefined, null, 'a path', {}, []])('%j is no table', async (data) => {
    expect(await reasons(data)).toEqual(['memory_summary must be an Arrow table']);
  });
});

describe('DataChecker', () => {
  test('an unknown kind lists the known ones', async () => {
    await expect(new DataChecker('nonsense', null).run()).rejects.toMatchObject({
      code: 'check-unknown-kind',
      exitCode: 2,
      message: 'There are no rules for “nonsense”; known are memory_summary.',
    });
  });

  test('rules of another kind, with warnings', async () => {
    const rules = {
      kind: 'timeline',
      prepare: async (data: unknown) => ({ subject: data }),
      rules: () => [
        {
          name: 'odd',
          meaning: 'odd numbers',
          *check(subject: unknown) {
            if (Number(subject) % 2 === 0) yield { message: 'it is even', remedy: 'Add one.' };
            if (Number(subject) > 5) yield { severity: 'warning' as const, message: 'it is large' };
          },
        },
      ],
    };
    const check = (data: number) => new DataChecker('timeline', data, { rules: [rules] }).run();
    expect(await check(7)).toEqual([{ severity: 'warning', message: 'it is large' }]);
    await expect(check(8)).rejects.toMatchObject({ message: 'it is even.', remedy: 'Add one.' });
  });

  test('a signal stops it', async () => {
    const signal = AbortSignal.abort(new Error('enough'));
    await expect(new DataChecker('memory_summary', summary(), { signal }).run()).rejects.toThrow(
      'enough',
    );
  });
});
