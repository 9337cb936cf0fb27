import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { ConformanceCase } from '@rl-insight/plugin-testing';
import { onTestFinished } from 'vitest';

/** An empty folder that goes when the test ends. */
export async function emptyFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'rl-insight-kit-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

/** Code that a module runs when it is imported, by the fault that this is. */
const AT_IMPORT: Readonly<Record<string, string>> = {
  'import-prints': "console.log('loaded');",
  // Not here, where it is imported too and would leave the file in the package.
  'import-writes':
    "if (!process.env.VITEST) (await import('node:fs')).writeFileSync('cache.json', '{}');",
  'import-runs': 'setInterval(() => {}, 1000);',
  'import-slow': 'await new Promise((resolve) => setTimeout(resolve, 2500));',
  'import-throws': "throw new Error('not today');",
};

/** The module of a plugin with one fault, as a file of its own. */
export async function faultyModule(kind: string, fault: string): Promise<URL> {
  const file = join(await emptyFolder(), 'plugin.mjs');
  const maker = new URL(`./faults/${kind}.mjs`, import.meta.url).href;
  const make = `faulty${kind[0].toUpperCase()}${kind.slice(1)}`;
  await writeFile(
    file,
    `import { ${make} } from '${maker}';
${AT_IMPORT[fault] ?? ''}
const plugin = ${make}('${fault}');
${fault === 'exports' ? '' : 'export const { descriptor, register } = plugin;'}
`,
  );
  return pathToFileURL(file);
}

/** What the cases that fail say, by their names. */
export async function failuresOf(
  cases: readonly ConformanceCase[],
): Promise<Record<string, string>> {
  const failures: Record<string, string> = {};
  for (const { name, run } of cases) {
    await run().catch((error: Error) => {
      failures[name] = error.message;
    });
  }
  return failures;
}
