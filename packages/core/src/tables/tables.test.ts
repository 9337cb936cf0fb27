import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Dictionary, Int32, Table, tableFromArrays, Utf8, vectorFromArray } from 'apache-arrow';
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import {
  type ContractDescription,
  decodeTable,
  encodeTable,
  parseContractVersion,
  readTableFile,
  readTableHeader,
  writeTableFile,
} from './index.js';

const SPANS: ContractDescription = {
  name: 'spans',
  version: '2.1',
  meaning: 'spans of time',
  columns: [],
};
const HEADER = { contract: 'spans', version: '2', producer: 'test@1', runId: 'r' };
let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'rl-insight-'));
  onTestFinished(() => rm(folder, { recursive: true }));
});

const spans = (names: readonly (string | null)[]): Table =>
  tableFromArrays({
    name: vectorFromArray(names, new Dictionary(new Utf8(), new Int32())),
    length: Int32Array.from(names, (_, i) => i),
  } as never) as unknown as Table;

const rows = (table: Table) => [...table].map((row) => [row.name, row.length]);

describe('table files', () => {
  test('come back with rows and header', async () => {
    const path = join(folder, 'spans.arrow');
    await writeTableFile(path, spans(['a', null, 'b']), { ...HEADER, groups: '[]' });
    const { table, header } = await readTableFile(path, [SPANS]);
    expect(rows(table)).toEqual([
      ['a', 0],
      [null, 1],
      ['b', 2],
    ]);
    expect(header).toEqual({ ...HEADER, groups: '[]' });
  });

  test('have the same header when only that is read', async () => {
    const path = join(folder, 'spans.arrow');
    await writeTableFile(path, spans(['a', 'b']), { ...HEADER, groups: '[{"g":1}]' });
    const { header } = await readTableFile(path, [SPANS]);
    expect(await readTableHeader(path, [SPANS])).toEqual(header);
    const bytes = await readFile(path);
    // Where the footer is not to be read, the file as a whole tells what is wrong.
    const footerless = Buffer.from(bytes);
    footerless.writeInt32LE(2 ** 30, bytes.length - 10);
    const damaged = [bytes.subarray(0, bytes.length - 20), footerless, Buffer.from('ARROW1')];
    for (const content of damaged) {
      await writeFile(path, content);
      const wrong = await readTableFile(path, [SPANS]).catch((error) => error);
      const same =
        wrong instanceof Error ? { code: (wrong as { code?: string }).code } : wrong.header;
      const found = await readTableHeader(path, [SPANS]).catch(({ code }) => ({ code }));
      expect(found).toEqual(same);
    }
  });

  test('keep columns apart that lie in the same memory', async () => {
    const path = join(folder, 'spans.arrow');
    await writeTableFile(path, spans(['a', 'b', 'a', 'b']), HEADER);
    const { table } = await readTableFile(path, [SPANS]);
    const length = table.getChild('length');
    const columns = { first: length, again: length, name: table.getChild('name') };
    await writeTableFile(path, new Table(columns as never), HEADER);
    const back = (await readTableFile(path, [SPANS])).table;
    const values = ['first', 'again', 'name'].map((name) => [...(back.getChild(name) ?? [])]);
    expect(values).toEqual([
      [0, 1, 2, 3],
      [0, 1, 2, 3],
      ['a', 'b', 'a', 'b'],
    ]);
  });

  test('have one dictionary a column, however the table was put together', async () => {
    const path = join(folder, 'spans.arrow');
    const table = spans(['a', 'b']).concat(spans(['c', null]), spans(['b']));
    await writeTableFile(path, table, HEADER);
    const back = (await readTableFile(path, [SPANS])).table;
    expect(rows(back)).toEqual([
      ['a', 0],
      ['b', 1],
      ['c', 0],
      [null, 1],
      ['b', 0],
    ]);
    const dictionaries = new Set(
      back.getChild('name')?.data.map(({ dictionary }) => dictionary?.data[0]),
    );
    expect(dictionaries.size).toBe(1);
    expect(back.getChild('name')?.data[0].dictionary?.toArray()).toEqual(['a', 'b', 'c']);
  });

  test('without a header are what their name says', async () => {
    const { RecordBatchFileWriter } = await import('apache-arrow');
    const bytes = RecordBatchFileWriter.writeAll(spans(['a'])).toUint8Array(true);
    await writeFile(join(folder, 'spans.arrow'), bytes);
    await writeFile(join(folder, 'other.arrow'), bytes);
    expect((await readTableFile(join(folder, 'spans.arrow'), [SPANS])).header.contract).toBe(
      'spans',
    );
    await expect(readTableFile(join(folder, 'other.arrow'), [SPANS])).rejects.toMatchObject({
      code: 'table-no-contract',
      exitCode: 3,
    });
  });

  test.each([
    ['2', true],
    ['2.0', true],
    ['2.9', true],
    ['1', true],
    ['3', false],
    ['3.0', false],
  ])('of version %s are read: %s', async (version, readable) => {
    const path = join(folder, 'spans.arrow');
    await writeTableFile(path, spans(['a']), { ...HEADER, version });
    const reading = readTableFile(path, [SPANS]);
    if (readable) await expect(reading).resolves.toBeDefined();
    else {
      await expect(reading).rejects.toMatchObject({
        code: 'table-newer-contract',
        message: `${path} holds spans version ${version}; this program reads version 2.`,
      });
    }
  });

  test('of a version that is none, cut, or of another kind, are errors with the file', async () => {
    const path = join(folder, 'spans.arrow');
    await writeTableFile(path, spans(['a']), { ...HEADER, version: 'new' });
    await expect(readTableFile(path, [SPANS])).rejects.toMatchObject({ code: 'table-bad-version' });
    for (const text of ['', 'ARROW1\0\0', 'Name,Size']) {
      await writeFile(path, text);
      await expect(readTableFile(path, [SPANS])).rejects.toMatchObject({
        code: 'table-not-readable',
        place: { file: path },
      });
    }
  });
});

test('columns that lie in the same memory are written each', () => {
  const memory = Float64Array.from({ length: 99 }, (_, i) => i);
  const table = tableFromArrays({
    all: memory.subarray(0, 50),
    same: memory.subarray(0, 50),
    next: memory.subarray(49, 99),
  });
  const bytes = encodeTable(table, HEADER);
  const back = decodeTable(bytes, 'spans.arrow', [SPANS]).table;
  expect(back.toArray().map(String)).toEqual(table.toArray().map(String));
});

test.each([
  ['1', { major: 1, minor: 0 }],
  ['2.7', { major: 2, minor: 7 }],
  ['2.7.1', { major: 2, minor: 7 }],
  ['', undefined],
  ['v1', undefined],
  ['1.x', undefined],
])('version %j', (text, version) => {
  expect(parseContractVersion(text)).toEqual(version);
});
