import { execFile } from 'node:child_process';
import { cp, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));
const BLOCKS = /```js\n(?<code>[\s\S]*?)```\s+prints\s+```text\n(?<printed>[\s\S]*?)```/g;

export interface ReadmeExample {
  /** What the README says that its examples print, one after the other. */
  readonly promised: string;
  /** What they printed. */
  readonly printed: string;
}

/** The samples that an example reads, by the name that it has for them. */
export type Captures = Readonly<Record<string, string>>;

const CAPTURES: Captures = { prof: 'ascend-verl' };

/**
 * Runs the examples of a package's README (a `js` block, the word “prints” and a `text` block) as a
 * user would: in a folder of their own that has the packages installed and captures in it.
 */
export async function runReadmeExample(
  packageFolder: URL,
  captures: Captures = CAPTURES,
): Promise<ReadmeExample> {
  const readme = await readFile(new URL('README.md', packageFolder), 'utf8');
  const folder = await mkdtemp(join(tmpdir(), 'rl-insight-readme-'));
  try {
    await symlink(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
    return await runExamplesIn(folder, readme, captures);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Runs the examples of a README in a folder where what they import is installed. */
export async function runExamplesIn(
  folder: string,
  readme: string,
  captures: Captures = CAPTURES,
): Promise<ReadmeExample> {
  const examples = [...readme.matchAll(BLOCKS)].map(({ groups }) => groups ?? {});
  if (examples.length === 0) throw new Error('the README has no example');
  for (const [name, sample] of Object.entries(captures)) {
    await cp(join(ROOT, 'samples', sample), join(folder, name), { recursive: true });
  }
  const run = promisify(execFile);
  // What a terminal would show in colour is compared as text.
  const env = { ...process.env, FORCE_COLOR: '0' };
  let all = '';
  for (const { code } of examples) {
    await writeFile(join(folder, 'example.mjs'), code);
    const { stdout } = await run(process.execPath, ['example.mjs'], { cwd: folder, env });
    all += stdout.replaceAll(folder, '.');
  }
  return { promised: examples.map(({ printed }) => printed).join(''), printed: all };
}
