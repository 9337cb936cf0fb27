import { spawnSync } from 'node:child_process';
import { existsSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Plain Node, since nothing is installed yet when it runs. */

export const root = join(dirname(fileURLToPath(import.meta.url)), '..', '..');

/** Runs a program with our streams; ends this process when it fails. */
export function run(program, args, options = {}) {
  const { status, error } = spawnSync(program, args, { cwd: root, stdio: 'inherit', ...options });
  if (error !== undefined) fail(`${program} cannot be started: ${error.message}`);
  if (status !== 0) process.exit(status ?? 1);
}

export function fail(sentence) {
  console.error(sentence);
  process.exit(1);
}

function modified(path) {
  return existsSync(path) ? statSync(path).mtimeMs : 0;
}

/** Installs what the lock file names, unless that has been done since it last changed. */
export function ensureInstalled() {
  const installed = modified(join(root, 'node_modules', '.package-lock.json'));
  if (installed >= modified(join(root, 'package-lock.json'))) return;
  console.error('installing dependencies (npm ci)');
  // npm writes its notes to stdout, which belongs to the answer.
  run('npm', ['ci', '--no-fund', '--no-audit', '--loglevel=error'], {
    stdio: ['ignore', process.stderr, process.stderr],
    shell: process.platform === 'win32',
  });
}

/** Runs targets of Nx in the packages that need it. */
export function nx(args, options = {}) {
  const bin = join(root, 'node_modules', 'nx', 'dist', 'bin', 'nx.js');
  const env = { ...process.env, NX_DAEMON: 'false', NX_TUI: 'false' };
  run(process.execPath, [bin, ...args], { env, ...options });
}
