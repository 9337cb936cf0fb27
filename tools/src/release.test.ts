import { spawn } from 'node:child_process';
import { cp, mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const PUBLISH = join(ROOT, 'tools', 'release', 'publish.mjs');

interface Ended {
  readonly code: number | null;
  readonly text: string;
}

function run(cwd: string, words: readonly string[], env: NodeJS.ProcessEnv = {}): Promise<Ended> {
  const [program, ...rest] = words;
  // Nx and git look at where they were started from by these.
  const kept = Object.entries(process.env).filter(([name]) => !/^(?:NX_|GIT_|npm_)/.test(name));
  const child = spawn(program, rest, {
    cwd,
    env: { ...Object.fromEntries(kept), ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let text = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (piece) => {
      text += piece;
    });
  }
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (code) => resolve({ code, text }));
  });
}

async function emptyFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'rl-insight-release-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

/** A repository with the manifests of this one and a file in each package, all released as they are. */
async function repository(): Promise<string> {
  const folder = await emptyFolder();
  const packages = (await readdir(join(ROOT, 'packages'))).map((name) => `packages/${name}`);
  const manifests = [...packages, 'tools'].map((place) => `${place}/package.json`);
  for (const file of [
    'nx.json',
    'package.json',
    'package-lock.json',
    'tools/release',
    ...manifests,
  ]) {
    await mkdir(dirname(join(folder, file)), { recursive: true });
    await cp(join(ROOT, file), join(folder, file), { recursive: true });
  }
  await symlink(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
  await writeFile(join(folder, '.gitignore'), 'node_modules\n.nx\n');
  await run(folder, ['git', 'init', '-q', '-b', 'main']);
  await run(folder, ['git', 'config', 'user.name', 'nobody']);
  await run(folder, ['git', 'config', 'user.email', 'nobody@example.org']);
  for (const place of packages) await change(folder, place);
  await commit(folder, 'chore: everything');
  for (const place of packages) {
    const { name, version } = await manifestOf(folder, place);
    await run(folder, ['git', 'tag', `${name}@${version}`]);
  }
  return folder;
}

async function change(folder: string, place: string): Promise<void> {
  await writeFile(join(folder, place, 'file.txt'), String(Math.random()));
}

async function commit(folder: string, message: string): Promise<void> {
  await run(folder, ['git', 'add', '-A']);
  const { code, text } = await run(folder, ['git', 'commit', '-q', '-m', message]);
  expect(code, text).toBe(0);
}

interface Manifest {
  readonly name: string;
  readonly version: string;
  readonly dependencies: Readonly<Record<string, string>>;
}

async function manifestOf(folder: string, place: string): Promise<Manifest> {
  return JSON.parse(await readFile(join(folder, place, 'package.json'), 'utf8'));
}

test('a release raises what changed and what needs it, by the commits, and nothing else', async () => {
  const folder = await repository();
  const before = (await manifestOf(folder, 'packages/checker')).version;
  await change(folder, 'packages/checker');
  await commit(folder, 'feat(checker): a rule for streams');
  await change(folder, 'packages/memory-model');
  await commit(folder, 'fix(memory-model): peaks of one nanosecond');
  const env = { NX_DAEMON: 'false', npm_config_offline: 'true', NX_WORKSPACE_ROOT_PATH: folder };
  const nx = join(ROOT, 'node_modules', 'nx', 'dist', 'bin', 'nx.js');
  const words = [process.execPath, nx, 'release', '--skip-publish'];
  const { code, text } = await run(folder, words, env);
  expect(code, text).toBe(0);

  const [checker, model, core, command] = await Promise.all(
    ['checker', 'memory-model', 'core', 'cli'].map((name) =>
      manifestOf(folder, `packages/${name}`),
    ),
  );
  expect(core.version).toBe(before);
  expect(checker.version).not.toBe(before);
  expect(model.version).not.toBe(before);
  expect(command.version).not.toBe(before);
  expect(command.dependencies).toMatchObject({
    '@rl-insight/checker': checker.version,
    '@rl-insight/memory-model': model.version,
    '@rl-insight/core': before,
  });
  const lock = JSON.parse(await readFile(join(folder, 'package-lock.json'), 'utf8'));
  expect(lock.packages['packages/cli'].version).toBe(command.version);
  const changes = await readFile(join(folder, 'packages/checker/CHANGELOG.md'), 'utf8');
  expect(changes).toMatch(/Features[\s\S]*a rule for streams/);
  expect(changes).not.toContain('peaks of one nanosecond');
  const { text: tags } = await run(folder, ['git', 'tag', '--points-at', 'HEAD']);
  expect(tags.split('\n')).toContain(`@rl-insight/checker@${checker.version}`);
  expect(tags).not.toContain('@rl-insight/core@');
}, 120_000);

/** A registry that has one version of a package, and notes what it is asked. */
async function registryWith(name: string, version: string): Promise<string> {
  const server = createServer((request, response) => {
    const isThere = decodeURIComponent(request.url ?? '').startsWith(`/${name}`);
    const known = {
      name,
      'dist-tags': { latest: version },
      versions: { [version]: { name, version } },
    };
    response.writeHead(isThere ? 200 : 404).end(JSON.stringify(isThere ? known : {}));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
}

async function packageOf(manifest: object): Promise<string> {
  const folder = await emptyFolder();
  await writeFile(join(folder, 'package.json'), JSON.stringify(manifest));
  return folder;
}

test('what is published already is passed over, the rest is published', async () => {
  const registry = await registryWith('there', '1.0.0');
  const words = [process.execPath, PUBLISH, `--registry=${registry}`];
  const there = await run(await packageOf({ name: 'there', version: '1.0.0' }), words);
  expect(there).toEqual({ code: 0, text: 'there@1.0.0 is published already\n' });
  const cwd = await packageOf({ name: 'new-one', version: '1.0.0' });
  const rehearsed = await run(cwd, words, { NX_DRY_RUN: 'true' });
  expect(rehearsed.text).toContain('+ new-one@1.0.0');
  expect(rehearsed.code).toBe(0);
});

test('without a repository nothing is published with its provenance', async () => {
  const cwd = await packageOf({ name: 'new-one', version: '1.0.0' });
  const env = { ACTIONS_ID_TOKEN_REQUEST_URL: 'http://127.0.0.1/' };
  const { code, text } = await run(cwd, [process.execPath, PUBLISH], env);
  expect(code).toBe(1);
  expect(text).toMatch(/new-one cannot be published with its provenance.*npm pkg set repository/);
});
