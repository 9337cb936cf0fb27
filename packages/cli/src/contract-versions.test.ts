import { copyFile, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { readTableFile, writeTableFile } from '@rl-insight/core/tables';
import { MEMORY_CONTRACTS } from '@rl-insight/memory-contract';
import { describe, expect, test } from 'vitest';
import { emptyFolder, rlInsight } from '../test/command.js';

const GOLDEN = fileURLToPath(new URL('../test/contracts/released/', import.meta.url));
const FILE = /^(?<contract>[a-z_]+)-(?<version>\d+(?:\.\d+)?)\.arrow$/;
/** How Arrow calls the types of columns. */
const ARROW_TYPES = {
  dictionary: 'Dictionary<Int32, Utf8>',
  int32: 'Int32',
  int64: 'Int64',
  uint64: 'Uint64',
  float64: 'Float64',
  bool: 'Bool',
  utf8: 'Utf8',
} as const;

interface Released {
  readonly file: string;
  readonly contract: string;
  readonly version: string;
}

const released: Released[] = (await readdir(GOLDEN)).flatMap((file) => {
  const found = FILE.exec(file)?.groups;
  return found === undefined
    ? []
    : [{ file: join(GOLDEN, file), contract: found.contract, version: found.version }];
});

const HEAD = MEMORY_CONTRACTS[0].name;

/** A folder with tables as a run leaves them: those of one version, or of the newest where there is none. */
async function folderOf(version: string): Promise<string> {
  const folder = await emptyFolder();
  for (const { name } of MEMORY_CONTRACTS) {
    const files = released.filter(({ contract }) => contract === name);
    const file = files.find((one) => one.version === version) ?? files.at(-1);
    await copyFile(String(file?.file), join(folder, `${name}.arrow`));
  }
  return folder;
}

describe.each(MEMORY_CONTRACTS)('$name, version $version', ({ name, version, columns }) => {
  test('is as it was when that version was released: what changes raises it', async () => {
    const own = released.find((one) => one.contract === name && one.version === version);
    const { table } = await readTableFile(String(own?.file), MEMORY_CONTRACTS);
    const fields = table.schema.fields.map((field) => [
      field.name,
      String(field.type),
      field.nullable,
    ]);
    expect(columns.map((one) => [one.name, ARROW_TYPES[one.type], one.nullable])).toEqual(fields);
  });
});

test('within a major version columns are only added, and those are optional', async () => {
  for (const { file, contract, version } of released) {
    const now = MEMORY_CONTRACTS.find(({ name }) => name === contract);
    expect(now, contract).toBeDefined();
    if (now?.version.split('.')[0] !== version.split('.')[0]) continue;
    const { table } = await readTableFile(file, MEMORY_CONTRACTS);
    const then = new Map(table.schema.fields.map((field) => [field.name, String(field.type)]));
    for (const [column, type] of then) {
      const same = now.columns.find(({ name }) => name === column);
      expect(same && ARROW_TYPES[same.type], `${contract}.${column}`).toBe(type);
    }
    const added = now.columns.filter(({ name }) => !then.has(name));
    expect(added.filter(({ required }) => required)).toEqual([]);
  }
});

test.each([...new Set(released.map(({ version }) => version))])(
  'tables of version %s are read, checked, drawn and told',
  async (version) => {
    const folder = await folderOf(version);
    const summary = await rlInsight(['summary', folder, '--json']);
    expect(summary.stderr).not.toContain('warning');
    await expect(summary.stdout).toMatchFileSnapshot(`${GOLDEN}report-${version}.json`);
    const drawn = await rlInsight(['visualize', folder, `output.path=${await emptyFolder()}`]);
    expect(drawn.code).toBe(0);
    expect(drawn.stdout).toMatch(/index\.html\n$/);
  },
);

describe('a version that is not released yet', () => {
  /** The tables of version 1 as one of `version` would have them, with a column that nobody knows. */
  async function later(version: string): Promise<string> {
    const folder = await folderOf('1');
    for (const { name } of MEMORY_CONTRACTS) {
      const path = join(folder, `${name}.arrow`);
      const { table, header } = await readTableFile(path, MEMORY_CONTRACTS);
      const columns = Object.fromEntries(
        table.schema.fields.map((field) => [field.name, table.getChild(field.name)]),
      );
      const { Table } = await import('apache-arrow');
      const first = table.schema.fields[0].name;
      const wider = new Table({ ...columns, of_the_future: columns[first] } as never);
      await writeTableFile(path, wider, { ...header, version });
    }
    return folder;
  }

  test('but of the same major one is read as if it were ours', async () => {
    const { code, stdout } = await rlInsight(['summary', await later('1.7'), '--json']);
    expect(code).toBe(0);
    expect(stdout).toBe(await readFile(join(GOLDEN, 'report-1.json'), 'utf8'));
  });

  test('and of a newer major one is refused with both versions', async () => {
    const folder = await later('2.0');
    const { code, stderr } = await rlInsight(['summary', folder]);
    expect(code).toBe(3);
    expect(stderr.replaceAll(/\s+/g, ' ')).toContain(
      `holds ${HEAD} version 2.0; this program reads version 1.`,
    );
  });
});

test('a file that lost its metadata is taken for what its name says', async () => {
  const folder = await emptyFolder();
  const [own] = released.filter(({ contract }) => contract === HEAD);
  const { table } = await readTableFile(own.file, MEMORY_CONTRACTS);
  const { tableToIPC, Table } = await import('apache-arrow');
  const columns = table.schema.fields.map(({ name }) => [name, table.getChild(name)] as const);
  const bare = new Table(Object.fromEntries(columns) as never);
  await writeFile(join(folder, `${HEAD}.arrow`), tableToIPC(bare, 'file'));
  expect((await rlInsight(['check', folder])).code).toBe(0);
});
