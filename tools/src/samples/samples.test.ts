import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, expect, test } from 'vitest';
import { FIXTURES, writeFixtures } from './fixtures.js';
import { writeSamples } from './index.js';

const shipped = (folder: string) => fileURLToPath(new URL(`../../../${folder}/`, import.meta.url));
let made: string;

afterEach(() => rm(made, { recursive: true, force: true }));

async function filesBelow(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length))
    .sort();
}

test.each([
  ['samples', writeSamples, 8],
  ['packages/parser-memory/fixtures', writeFixtures, Object.keys(FIXTURES).length],
])('what ships in %s is what the generator makes', async (folder, write, tables) => {
  made = join(await mkdtemp(join(tmpdir(), 'rl-insight-samples-')), '/');
  await write(made);
  const files = await filesBelow(made);
  expect(files.filter((file) => file.endsWith('operator_memory.csv'))).toHaveLength(tables);
  expect(await filesBelow(shipped(folder))).toEqual(files);
  for (const file of files) {
    const own = await readFile(join(shipped(folder), file));
    expect(own.equals(await readFile(join(made, file))), file).toBe(true);
  }
});
