import { cp, mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { emptyFolder, rlInsight } from '../test/command.js';

const PARSER_DIST = fileURLToPath(import.meta.resolve('@rl-insight/parser-memory/plugin'));

type Files = Readonly<Record<string, string | object>>;

async function project(files: Files): Promise<string> {
  const folder = await emptyFolder();
  for (const [path, content] of Object.entries(files)) {
    const file = join(folder, path);
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, typeof content === 'string' ? content : JSON.stringify(content));
  }
  return folder;
}

/** A package of a plugin, as `node_modules` has it. */
function installed(name: string, code: string): Files {
  const place = `node_modules/${name}`;
  const manifest = { name, version: '1.0.0', type: 'module', keywords: ['rl-insight-plugin'] };
  return {
    [`${place}/package.json`]: { ...manifest, exports: { import: './index.js' } },
    [`${place}/index.js`]: code,
  };
}

interface Shape {
  readonly name?: string;
  readonly type?: string;
  readonly apiVersion?: number;
  readonly config?: string;
}

/** A parser that says what it is given to work with, and finds nothing. */
function parserCode(shape: Shape = {}): string {
  const { name = 'theirs', type = 'theirs', apiVersion = 1, config = '[]' } = shape;
  return `
export const descriptor = {
  name: '${name}', version: '1.0.0', apiVersion: ${apiVersion}, config: ${config},
  provides: [{ id: 'memory.parser.${type}', title: 'of theirs' }],
};
export function register(container) {
  container.register('memory.parser.${type}', { useFactory: (services) => {
    const logger = services.resolve('rl-insight.logger');
    const config = services.resolve('rl-insight.config');
    const progress = services.resolve('rl-insight.progress');
    return { async *parse(path, { signal }) {
      progress({ kind: 'progress', stage: 'parse', done: 1, total: 1, unit: 'bytes' });
      logger.debug(\`depth \${config.get('memory.parser.depth')}\`);
      const workers = services.resolve('rl-insight.workers');
      const task = new URL('./task.mjs', import.meta.url).href;
      logger.notice({ code: 'theirs', message: await workers.run(task, 'told', { signal }) });
    } };
  } });
}
`;
}

const DEPTH = `[{ key: 'memory.parser', schema: { type: 'object', properties: {
  depth: { type: 'integer', default: 3, description: 'how deep' } } } }]`;
const TASK = "export default async (text) => ({ value: text + ' by a worker' });";
const PACKAGE = { dependencies: { theirs: '1.0.0' } };

/** The lines of a terminal as one text. */
const flat = (text: string) => text.replaceAll(/\s+/g, ' ');

describe('a plugin of the project', () => {
  const files = {
    'package.json': PACKAGE,
    ...installed('theirs', parserCode({ config: DEPTH })),
    'node_modules/theirs/task.mjs': TASK,
    'input.txt': '',
  };
  const words = ['run', 'input.txt', 'memory.parser.type=theirs', 'memory.parser.depth=5'];

  test.each([1, 2])('runs with its keys and what a run offers, with %i workers', async (count) => {
    const cwd = await project(files);
    const all = [...words, '--debug', `runtime.workers=${count}`];
    const { code, stderr } = await rlInsight(all, { cwd });
    expect(stderr).toContain('debug: depth 5\n');
    expect(stderr).toContain('warning: told by a worker.\n');
    expect(stderr).toContain('holds nothing to show');
    expect(code).toBe(4);
  });

  test('is in the help, and in the list', async () => {
    const cwd = await project(files);
    const help = await rlInsight(['--help'], { cwd });
    expect(help.stdout).toMatch(/memory\.parser\.depth +how deep \[3\]/);
    const { stdout, code } = await rlInsight(['plugins'], { cwd });
    expect(stdout).toMatch(/^memory\.parser\.theirs +theirs@1\.0\.0 +of theirs$/m);
    expect(code).toBe(0);
  });

  test('is named by a YAML file', async () => {
    const cwd = await project({
      ...files,
      'package.json': {},
      'job.yaml': 'plugins: [theirs]\nmemory: { parser: { type: theirs, depth: 7 } }\n',
    });
    const { stderr } = await rlInsight(['run', 'input.txt', 'config_path=job.yaml', '--debug'], {
      cwd,
    });
    expect(stderr).toContain('debug: depth 7\n');
  });

  test('is not loaded when that is not wanted', async () => {
    const cwd = await project(files);
    const { code, stderr } = await rlInsight([...words, 'discover_plugins=false'], { cwd });
    expect(code).toBe(2);
    expect(stderr).toContain('unknown key memory.parser.depth');
  });

  test('is loaded once, though it is named as well', async () => {
    const cwd = await project(files);
    const named = ['plugins=[theirs,./node_modules/theirs,./node_modules/theirs/index.js]'];
    const { code, stderr } = await rlInsight(['plugins', ...named], { cwd });
    expect([code, stderr]).toEqual([0, '']);
  });

  test('may be TypeScript, by its path', async () => {
    const typed = parserCode()
      .replaceAll('(path, { signal })', '(path: string, { signal }: { signal: AbortSignal })')
      .replaceAll('(services)', '(services: any): object');
    const ofTask = TASK.replace('(text)', '(text: string): Promise<{ value: string }>');
    const cwd = await project({
      'mine.ts': typed.replace('task.mjs', 'task.ts'),
      'task.ts': ofTask,
      'input.txt': '',
    });
    const all = ['run', 'input.txt', 'memory.parser.type=theirs', 'plugins=[./mine.ts]'];
    const { stderr } = await rlInsight([...all, 'runtime.workers=2'], { cwd });
    expect(stderr).toContain('warning: told by a worker.\n');
  });
});

describe('one that cannot be used is told with what to do, and the rest works', () => {
  test.each<[string, string, string, RegExp]>([
    [
      'a throw at import',
      'const a = 1;\nthrow new RangeError("ouch");',
      'plugin-not-loaded',
      /The plugin bad cannot be imported: RangeError: ouch \(.*bad\/index\.js:2\)\. Mend it/,
    ],
    [
      'bad syntax',
      'const a = 1;\nconst = 2;',
      'plugin-not-loaded',
      /The plugin bad cannot be imported: SyntaxError: Unexpected .* \(.*bad\/index\.js\)/,
    ],
    [
      'a missing dependency',
      'import "nobody-has-this/at/all";',
      'plugin-missing-dependency',
      /The plugin bad needs the package nobody-has-this, .* npm install nobody-has-this\./,
    ],
    [
      'another API version',
      parserCode({ name: 'bad', type: 'bad', apiVersion: 2 }),
      'plugin-api-version',
      /The plugin bad was written for plugin API version 2; .* Update rl-insight/,
    ],
    [
      'a type that comes with the command',
      parserCode({ name: 'bad', type: 'memory' }),
      'plugin-duplicate',
      /The plugin bad provides memory\.parser\.memory, which @rl-insight\/parser-memory /,
    ],
    [
      'a key that another one has otherwise',
      parserCode({ name: 'bad', type: 'bad', config: DEPTH.replace('integer', 'number') }),
      'plugin-key-clash',
      /The configuration keys of the plugin bad do not fit .*memory\.parser\.depth/,
    ],
    [
      'a default that its own schema refuses',
      parserCode({ name: 'bad', type: 'bad', config: DEPTH.replace('3', '"x"') }),
      'plugin-invalid',
      /The configuration keys of the plugin bad are wrong: .*memory\.parser\.depth must be an integer/,
    ],
    [
      'nothing registered',
      parserCode({ name: 'bad', type: 'bad' }).replace(/\.register\('[^']*'/, ".register('x'"),
      'plugin-invalid',
      /bad is not a plugin of rl-insight: its register function registers nothing/,
    ],
  ])('%s', async (_, code, expected, words) => {
    const theirs = {
      ...installed('theirs', parserCode({ config: DEPTH })),
      'node_modules/theirs/task.mjs': TASK,
    };
    const cwd = await project({
      'package.json': { dependencies: { a: '1', bad: '1', theirs: '1' } },
      ...installed('bad', code),
      ...theirs,
      'input.txt': '',
    });
    const named = 'plugins=[theirs,bad]';
    const run = ['run', 'input.txt', 'memory.parser.type=theirs', named];
    const { code: ended, stderr } = await rlInsight(run, { cwd });
    expect(flat(stderr)).toMatch(new RegExp(`warning: ${words.source}`));
    expect(stderr).toContain('told by a worker');
    expect(ended).toBe(4);
    const { stdout, ...list } = await rlInsight(['plugins', '--json', named], { cwd });
    const { plugins, not_loaded: notLoaded } = JSON.parse(stdout);
    expect(notLoaded).toMatchObject([{ code: expected }]);
    expect(plugins.map(({ id }: { id: string }) => id)).toContain('memory.parser.theirs');
    expect(list.code).toBe(2);
    expect((await rlInsight(['plugins', named], { cwd })).stderr).toContain('error: ');
  });

  test('a manifest that is no JSON', async () => {
    const cwd = await project({ 'package.json': '{', 'input.txt': '' });
    const { stderr } = await rlInsight(['config', 'input.path=input.txt'], { cwd });
    expect(flat(stderr)).toMatch(/^warning: \S+package\.json cannot be read/);
  });
});

test('another version of a package that comes with the command takes its place', async () => {
  const name = '@rl-insight/parser-memory';
  const cwd = await project({ 'package.json': { devDependencies: { [name]: '0.9.0' } } });
  const place = join(cwd, 'node_modules', name);
  const source = dirname(dirname(PARSER_DIST));
  await cp(join(source, 'dist'), join(place, 'dist'), { recursive: true });
  for (const needed of ['core', 'memory-contract', 'trace-scan']) {
    const own = join(source, '..', needed);
    await cp(own, join(cwd, 'node_modules', '@rl-insight', needed), {
      recursive: true,
      filter: (path) => !path.includes('node_modules'),
    });
  }
  const manifest = {
    name,
    version: '0.9.0',
    type: 'module',
    keywords: ['rl-insight-plugin'],
    exports: { './plugin': './dist/plugin.js' },
  };
  await writeFile(join(place, 'package.json'), JSON.stringify(manifest));
  const { stdout, stderr } = await rlInsight(['plugins'], { cwd });
  expect(stderr).toBe('');
  expect(stdout).toMatch(/^memory\.parser\.memory +@rl-insight\/parser-memory@0\.9\.0 /m);
});
