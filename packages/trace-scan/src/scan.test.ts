import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { scan } from '../test/scan.js';
import type { Selection } from './index.js';

const OPERATORS: Selection = {
  phases: ['X'],
  categories: ['cpu_op'],
  fields: { name: 'text', ts: 'time', dur: 'time', tid: 'scalar', 'args.Call stack': 'text' },
};

function operator(name: string, more: Record<string, unknown> = {}): string {
  const args = { 'Call stack': `f(1): ${name};\r\ng(2): h` };
  return JSON.stringify({
    ph: 'X',
    name,
    pid: 7,
    tid: 8,
    ts: '1.5',
    dur: 2,
    cat: 'cpu_op',
    args,
    ...more,
  });
}

const NAMES = (rows: readonly { readonly [field: string]: unknown }[]) =>
  rows.map(({ name }) => name);

describe('what is read of an event', () => {
  test('the fields that were asked for, times exact to the nanosecond', async () => {
    const event = operator('aten::matmul', { ts: '1779785515596661.420', dur: 16.79 });
    const { rows, problems } = await scan(`[${event}]`, OPERATORS);
    expect(rows).toEqual([
      {
        name: 'aten::matmul',
        ts: 1779785515596661420n,
        dur: 16790n,
        tid: '8',
        'args.Call stack': 'f(1): aten::matmul;\r\ng(2): h',
      },
    ]);
    expect(problems).toEqual([]);
  });

  test('only events of the wanted phases and categories, whatever the order of their keys', async () => {
    const counter = '{"args":{"KB":1},"name":"c","ph":"C","ts":"1"}';
    const late = '{"name":"late","ts":1,"args":{},"cat":"cpu_op","ph":"X"}';
    const none = '{"ph":"X","name":"no category"}';
    const text = `[${counter},${late},${none},${operator('a', { cat: 'python_function' })}]`;
    const { rows, report } = await scan(text, OPERATORS);
    expect(NAMES(rows)).toEqual(['late']);
    expect(report).toMatchObject({ events: 4, selected: 1 });
  });

  test('an event without a category is of the empty category', async () => {
    const selection: Selection = { categories: [''], fields: { name: 'text' } };
    const { rows } = await scan('[{"name":"bare"},{"name":"other","cat":"x"}]', selection);
    expect(NAMES(rows)).toEqual(['bare']);
  });

  test('numbers as strings, strings as numbers, null and other types', async () => {
    const selection: Selection = {
      fields: { a: 'number', b: 'scalar', c: 'text', 'args.d': 'number', e: 'time' },
    };
    const text = '[{"a":"1.5","b":7,"c":3,"args":{"d":-2e3},"e":"x"},{"a":null,"b":null,"c":null}]';
    const { rows, problems } = await scan(text, selection);
    expect(rows).toEqual([
      { a: 1.5, b: '7', c: null, 'args.d': -2000, e: null },
      { a: null, b: null, c: null, 'args.d': null, e: null },
    ]);
    expect(problems).toEqual(['unreadable-value ×1']);
  });

  test('escapes in names and in keys', async () => {
    const text = '[{"n\\u0061me":"a\\"\\\\\\/\\n\\u00e9\\ud83d\\ude00","ph":"X"}]';
    const { rows } = await scan(text, { fields: { name: 'text' } });
    expect(NAMES(rows)).toEqual(['a"\\/\n\u00e9😀']);
  });

  test('equal texts get equal codes, in every batch', async () => {
    const events = Array.from({ length: 50 }, (_, i) => operator(`op${i % 3}`)).join(',');
    const { rows } = await scan(`[${events}]`, OPERATORS, { batchEvents: 7 });
    expect(NAMES(rows)).toEqual(Array.from({ length: 50 }, (_, i) => `op${i % 3}`));
  });
});

describe('what traces look like', () => {
  const two = [operator('a'), operator('b')];

  test.each([
    ['an array', `[${two}]`],
    ['blanks everywhere', `\n[ ${two.join(' ,\n\t')} ]\n `],
    [
      'pretty-printed',
      JSON.stringify(
        two.map((event) => JSON.parse(event)),
        null,
        2,
      ),
    ],
    ['a byte order mark', `\uFEFF[${two}]`],
    ['an object around it', `{"schemaVersion":1,"traceEvents":[${two}],"other":{"a":[1,"]}"]}}`],
    ['other keys first, with brackets in strings', `{"x":"[{","y":[[],{}],"traceEvents":[${two}]}`],
  ])('%s', async (_, text) => {
    const { rows, problems } = await scan(text, OPERATORS);
    expect(NAMES(rows)).toEqual(['a', 'b']);
    expect(problems).toEqual([]);
  });

  test('gzip', async () => {
    const { rows } = await scan(gzipSync(`[${two}]`), OPERATORS, { pieceBytes: 1 });
    expect(NAMES(rows)).toEqual(['a', 'b']);
  });

  test('an empty array', async () => {
    expect(await scan('[]', OPERATORS)).toMatchObject({ rows: [], problems: [] });
  });
});

describe('what real files have wrong with them', () => {
  const two = `${operator('a')},${operator('b')}`;

  test.each([
    ['no closing bracket', `[${two}`, ['missing-end ×1'], ['a', 'b']],
    ['no closing bracket, but a comma', `[${two},`, ['missing-end ×1'], ['a', 'b']],
    ['a trailing comma', `[${two},]`, ['trailing-comma ×1'], ['a', 'b']],
    ['two arrays', `[${two}][${operator('c')}]`, ['second-array ×1'], ['a', 'b', 'c']],
    [
      'two arrays with a comma',
      `[${two}],[${operator('c')}]`,
      ['second-array ×1'],
      ['a', 'b', 'c'],
    ],
    ['events after the end', `[${two}],${operator('c')}]`, ['second-array ×1'], ['a', 'b', 'c']],
    [
      'a cut event',
      `[${two},${operator('c').slice(0, -5)}`,
      ['cut-event ×1', 'missing-end ×1'],
      ['a', 'b'],
    ],
    ['an unclosed object', `{"traceEvents":[${two}]`, ['missing-end ×1'], ['a', 'b']],
    ['something after the end', `[${two}] junk`, ['after-end ×1'], ['a', 'b']],
    ['values that are no events', `[1,"x",${two},[{}],null]`, ['not-an-event ×4'], ['a', 'b']],
    ['a comma too many', `[${operator('a')},,${operator('b')}]`, [], ['a', 'b']],
  ])('%s', async (_, text, problems, names) => {
    const found = await scan(text, OPERATORS);
    expect(NAMES(found.rows)).toEqual(names);
    expect(found.problems).toEqual(problems);
  });

  test('a malformed event is passed over, and its place is told', async () => {
    const bad = '{"ph":"X" "name":"bad"}';
    const found = await scan(`[${operator('a')},${bad},${operator('b')}]`, OPERATORS);
    expect(NAMES(found.rows)).toEqual(['a', 'b']);
    expect(found.report.problems).toMatchObject([
      { kind: 'malformed', count: 1, byteOffset: 1 + operator('a').length + 1 + 10 },
    ]);
  });

  test('a lost quote costs no more than the events it runs into', async () => {
    const bad = operator('bad').replace('"bad"', '"bad');
    const found = await scan(
      `[${operator('a')},${bad},${operator('b')},${operator('c')}]`,
      OPERATORS,
    );
    expect(NAMES(found.rows)).toContain('a');
    expect(NAMES(found.rows)).toContain('c');
  });

  test('NaN and Infinity, as Python writes them', async () => {
    const text = '[{"ph":"X","cat":"cpu_op","name":"a","ts":NaN,"dur":Infinity,"tid":1}]';
    const { rows, problems } = await scan(text, OPERATORS);
    expect(rows).toMatchObject([{ name: 'a', ts: null, dur: null }]);
    expect(problems).toEqual(['unreadable-value ×2']);
  });

  test('text that is not UTF-8', async () => {
    const bytes = new TextEncoder().encode(`[${operator('a?b')}]`);
    bytes[bytes.indexOf(63)] = 0xff;
    const { rows, problems } = await scan(bytes, OPERATORS);
    expect(NAMES(rows)).toEqual(['a\uFFFDb']);
    expect(problems).toContain('invalid-utf8 ×1');
  });

  test('a cut gzip file gives what could be unpacked', async () => {
    const events = Array.from({ length: 3000 }, (_, i) => operator(`op${i}`)).join(',');
    const packed = gzipSync(`[${events}]`);
    const { rows, problems } = await scan(packed.subarray(0, packed.length >> 1), OPERATORS);
    expect(rows.length).toBeGreaterThan(100);
    expect(problems).toContain('damaged-compression ×1');
  });

  test.each([
    ['', 'the file is empty', 0],
    ['   ', 'there is no array of trace events', 3],
    ['Name,Size(KB)', 'a trace begins with [ or {, not with “N”', 0],
    ['{"a":1}', 'there is no array of trace events', 7],
    ['{"a":1 "b"}', '“"” where a key of the trace was expected', 7],
  ])('%j is no trace', async (text, message, byteOffset) => {
    await expect(scan(text, OPERATORS)).rejects.toMatchObject({ message, byteOffset });
  });
});

describe('memory', () => {
  test('an event longer than the buffer is read, its long unwanted values passed over', async () => {
    const long = operator('long', {
      args: { junk: 'x]}",'.repeat(5000), 'Call stack': 'f(1): g' },
    });
    const { rows } = await scan(`[${operator('a')},${long},${operator('b')}]`, OPERATORS, {
      bufferBytes: 512,
    });
    expect(NAMES(rows)).toEqual(['a', 'long', 'b']);
    expect(rows[1]['args.Call stack']).toBe('f(1): g');
  });

  test('a wanted value that is too long is left out, and told', async () => {
    const long = operator('long', { args: { 'Call stack': 'x'.repeat(5000) } });
    const { rows, problems } = await scan(`[${long},${operator('b')}]`, OPERATORS, {
      bufferBytes: 512,
      maxValueBytes: 1000,
    });
    expect(rows.map((row) => [row.name, row['args.Call stack'] === null])).toEqual([
      ['long', true],
      ['b', false],
    ]);
    expect(problems).toEqual(['value-too-long ×1']);
  });

  test('a part of a file that begins between two events', async () => {
    const text = `[${operator('a')},${operator('b')},${operator('c')}]`;
    const begin = 1 + operator('a').length;
    const end = begin + 1 + operator('b').length;
    const { rows, report } = await scan(text.slice(begin, end), OPERATORS, {
      insideArray: true,
      baseOffset: begin,
    });
    expect(NAMES(rows)).toEqual(['b']);
    expect(report.selectedRange).toEqual({ begin: begin + 1, end });
  });

  test('a signal stops it', async () => {
    const stopped = AbortSignal.abort(new Error('enough'));
    await expect(scan('[]', OPERATORS, { signal: stopped })).rejects.toThrow('enough');
  });
});
