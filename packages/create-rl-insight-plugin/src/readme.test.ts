// Not by the helper of the tools, which use this package.
import { execFile } from 'node:child_process';
import { mkdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { emptyFolder } from '../test/project.js';

const PACKAGE = fileURLToPath(new URL('../', import.meta.url));
const EXAMPLE = /```js\n(?<code>[\s\S]*?)```\s+prints\s+```text\n(?<printed>[\s\S]*?)```/;

test('the example of the README does what it says', async () => {
  const folder = await emptyFolder();
  await mkdir(join(folder, 'node_modules'));
  await symlink(PACKAGE, join(folder, 'node_modules', 'create-rl-insight-plugin'), 'junction');
  const readme = await readFile(join(PACKAGE, 'README.md'), 'utf8');
  const { code = '', printed } = EXAMPLE.exec(readme)?.groups ?? {};
  await writeFile(join(folder, 'example.mjs'), code);
  const run = promisify(execFile)(process.execPath, ['example.mjs'], { cwd: folder });
  expect((await run).stdout).toBe(printed);
});
