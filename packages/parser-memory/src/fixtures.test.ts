import { readdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { parse, rowsOf } from '../test/tables.js';

const FIXTURES = fileURLToPath(new URL('../fixtures/', import.meta.url));

describe('fixtures', () => {
  test.each(readdirSync(FIXTURES))('%s', async (name) => {
    const expected: Record<string, unknown>[] = JSON.parse(
      await readFile(`${FIXTURES}${name}/expected.json`, 'utf8'),
    );
    // Neither table names torch_npu's allocators, nor can operators be found by its names.
    const foreign = name.startsWith('9-columns');
    const { summary } = await parse(FIXTURES + name);
    const rows = rowsOf(summary).sort((a, b) =>
      Number((a.start_time_ns as bigint) - (b.start_time_ns as bigint)),
    );
    expect(rows).toHaveLength(expected.length);
    rows.forEach((row, i) => {
      const { call_stack, stack_match, allocator, ...rest } = expected[i];
      const text = {
        ...row,
        start_time_ns: String(row.start_time_ns),
        size_bytes: String(row.size_bytes),
      };
      const held = row.duration_ns === null ? null : String(row.duration_ns);
      expect({ ...text, duration_ns: held }).toMatchObject(
        foreign ? rest : { ...rest, call_stack, stack_match, allocator },
      );
    });
  });
});
