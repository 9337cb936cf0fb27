import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Workspace } from '../../test/workspace.js';

const NX = 'nx/dist/bin/nx.js';
/** Nx, the compiler, lint and tests, one after the other, on a machine that does other things as well. */
const ALL_STEPS_MS = 300_000;
let workspace: Workspace;

beforeAll(async () => {
  workspace = await Workspace.create();
});

afterAll(() => workspace.remove());

async function text(path: string): Promise<string> {
  return readFile(join(workspace.root, path), 'utf8');
}

async function manifest(folder: string) {
  return JSON.parse(await text(join('packages', folder, 'package.json')));
}

const generate = (...words: string[]) =>
  workspace.run(NX, ['generate', '@rl-insight/tools:plugin', ...words, '--no-interactive']);

describe.each([
  ['parser-memory-heap-log', 'parser', 'heap_log'],
  ['visualizer-memory-largest', 'visualizer', 'largest'],
  ['checker-memory-strict', 'checker', 'strict'],
])('%s', (folder, kind, type) => {
  test(
    'is made, builds, passes lint and its tests',
    async () => {
      await generate(folder, '--kind', kind);
      await workspace.linkPackage(folder);
      const place = join('packages', folder);
      await workspace.run('typescript/bin/tsc', ['-b'], place);
      await workspace.run('typescript/bin/tsc', ['-p', 'tsconfig.test.json'], place);
      await workspace.run('@biomejs/biome/bin/biome', ['ci', '.'], place);
      await workspace.run('vitest/vitest.mjs', ['run'], place);
      const results = JSON.parse(await text(join(place, 'test-results.json')));
      expect(results).toMatchObject({ success: true, numFailedTests: 0 });
      expect(results.numPassedTests).toBeGreaterThan(5);
    },
    ALL_STEPS_MS,
  );

  test('has the manifest that packages have here', async () => {
    const made = await manifest(folder);
    const known = await manifest('parser-memory-exec');
    const own = { name: `@rl-insight/${folder}`, description: made.description };
    expect(made).toEqual({ ...known, ...own, keywords: ['rl-insight', 'rl-insight-plugin', kind] });
    expect(made.description).toMatch(/^[A-Z].{20,}[^.]$/);
    expect(await text(join('packages', folder, 'README.md'))).toContain(
      `\`memory.${kind}.type=${type}\``,
    );
  });

  test('is named where all packages are', async () => {
    expect(await text('docs/architecture.md')).toMatch(
      new RegExp(`^\\| \`${folder}\` \\| .+ \\| core, memory-contract \\|$`, 'm'),
    );
    expect(await text('packages/cli/src/config/builtins.ts')).toContain(
      `import('@rl-insight/${folder}/plugin'),`,
    );
    expect((await manifest('cli')).dependencies).toHaveProperty(`@rl-insight/${folder}`);
    const { references } = JSON.parse(await text('packages/cli/tsconfig.json'));
    expect(references).toContainEqual({ path: `../${folder}` });
    expect(await text('biome.json')).toContain(
      `${folder} may use @rl-insight/core, @rl-insight/memory-contract only`,
    );
  });
});

test('what was made is well formatted as a whole', async () => {
  const files = ['biome.json', 'packages/cli/package.json', 'packages/cli/src/config/builtins.ts'];
  await workspace.run('@biomejs/biome/bin/biome', ['ci', ...files]);
});

test.each([
  [['parser-memory-exec'], /packages\/parser-memory-exec is there already/],
  [['heap-parser'], /pattern/],
  [['parser-memory-heap', '--kind', 'checker'], /name it such as checker-memory-heap/],
])('%j is refused', async (words, problem) => {
  const before = await text('docs/architecture.md');
  const failed = await generate(...words).then(
    () => '',
    ({ stdout, stderr }: { stdout: string; stderr: string }) => stdout + stderr,
  );
  expect(failed).toMatch(problem);
  expect(await text('docs/architecture.md')).toBe(before);
});
