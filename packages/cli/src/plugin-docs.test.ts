import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { emptyFolder, rlInsight } from '../test/command.js';
import { installCopies } from '../test/copies.js';

const PAGE = fileURLToPath(new URL('../../../docs/plugins.md', import.meta.url));

test('the plugin of docs/plugins.md is what it says, in TypeScript as it stands', async () => {
  const page = await readFile(PAGE, 'utf8');
  const code = /^```ts\n(?<code>.*?)^```$/ms.exec(page)?.groups?.code ?? '';
  const words = /^npx rl-insight (?<words>.+)$/m.exec(page)?.groups?.words ?? '';
  const cwd = await emptyFolder();
  await installCopies(cwd, ['@rl-insight/core', '@rl-insight/memory-contract']);
  await mkdir(cwd, { recursive: true });
  await writeFile(join(cwd, 'lines.ts'), code);
  await writeFile(join(cwd, 'trace.txt'), 'aten::add 4096 1000 2500\naten::mm 2048 2000 9000\n');
  const args = words.split(' ').map((word) => word.replaceAll("'", ''));
  const { stdout, stderr, code: ended } = await rlInsight(args, { cwd });
  expect(stderr).not.toMatch(/warning|error/);
  expect(ended).toBe(0);
  expect(stdout).toContain('6.00 KiB live');

  await writeFile(join(cwd, 'trace.txt'), 'aten::add 4096 1000 2500\nnonsense\n');
  const wrong = await rlInsight(args, { cwd });
  expect(wrong.code).toBe(3);
  expect(wrong.stderr).toContain('has no allocation in line 2');
});
