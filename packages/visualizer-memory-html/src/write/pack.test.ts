import { inflateRawSync } from 'node:zlib';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { decodeColumn } from '../page-data/varint.js';
import { type ColumnInput, type DeflatedColumns, Packer } from './pack.js';
import { ScriptWriter } from './script-call.js';

const anyInteger = fc.oneof(fc.nat(300), fc.nat(), fc.maxSafeNat());
const anyColumn = (rows: number) =>
  fc.record({
    large: fc.boolean(),
    /** How many of one value come one after another. */
    run: fc.constantFrom(1, 9, 40),
    unit: fc.constantFrom(1, 10, 512),
    coding: fc.constantFrom('unsigned' as const, 'delta' as const),
    kind: fc.constantFrom('codes' as const, 'times' as const),
    values: fc.array(anyInteger, { minLength: rows, maxLength: rows }),
  });
const anyColumns = fc.nat(40).chain((rows) => fc.array(anyColumn(rows), { maxLength: 6 }));

function inputsOf(
  columns: readonly (typeof anyColumns extends fc.Arbitrary<(infer T)[]> ? T : never)[],
) {
  return columns.map(({ large, run, unit, coding, kind, values: drawn }, i): ColumnInput => {
    const values = drawn.map((_, at) => drawn[at - (at % run)]);
    // Differences are held exactly up to half of what the values are.
    const numbers = values.map((value) =>
      large ? Math.floor(value / 4 / unit) * unit : value % 2 ** 30,
    );
    const list = large ? Float64Array.from(numbers) : Int32Array.from(numbers);
    return { name: `column ${i}`, coding, kind, values: list };
  });
}

function decoded({ rows, columns }: DeflatedColumns, base64: string) {
  const bytes = inflateRawSync(Buffer.from(base64, 'base64'));
  let end = 0;
  return columns.map(({ name, bytes: length, ...coded }) => {
    end += length;
    return [name, [...decodeColumn(bytes.subarray(end - length, end), rows, coded)]];
  });
}

test('columns come back from a file, whatever pieces they are deflated in', async () => {
  const scripts = new ScriptWriter();
  const packer = new Packer();
  const property = fc.asyncProperty(anyColumns, fc.string(), async (columns, text) => {
    const inputs = inputsOf(columns);
    const rows = inputs[0]?.values.length ?? 0;
    const packed = await packer.columns(rows, inputs);
    const script = new TextDecoder().decode(scripts.call('f', { text, packed, again: [packed] }));
    expect(script).not.toMatch(/<|\u2028|\u2029/);
    const data = JSON.parse(script.slice('f('.length, -');\n'.length));
    expect(data.text).toBe(text);
    const expected = inputs.map(({ name, values }) => [name, [...values]]);
    expect(decoded(packed, data.packed.base64)).toEqual(expected);
    expect(decoded(packed, data.again[0].base64)).toEqual(expected);
    expect(packed.base64).toBe(data.packed.base64);
  });
  await fc.assert(property, { numRuns: 300 });
});

test('large columns are deflated by other threads, in several pieces of one stream', async () => {
  const rows = 50_000;
  const times = Float64Array.from({ length: rows }, (_, i) => i * 1e9 + ((i * 7919) % 104_729));
  const codes = Int32Array.from({ length: rows }, (_, i) => i % 13);
  const packed = await new Packer().columns(rows, [
    { name: 'time', coding: 'delta', kind: 'times', values: times },
    { name: 'code', coding: 'unsigned', values: codes },
  ]);
  expect(packed.pieces.length).toBeGreaterThan(1);
  expect(decoded(packed, packed.base64)).toEqual([
    ['time', [...times]],
    ['code', [...codes]],
  ]);
});
