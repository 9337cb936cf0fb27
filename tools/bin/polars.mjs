import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root, run } from './setup.mjs';

const NATIVE = 'nodejs-polars-linux-x64-gnu';

/**
 * The tests read our Arrow files with polars. Its native part says that it needs Node 22, so npm
 * leaves it out on Node 20, where it works; named itself, it is installed.
 */
export function ensurePolars() {
  const isLinux = process.platform === 'linux' && process.arch === 'x64';
  if (!isLinux || existsSync(join(root, 'node_modules', NATIVE))) return;
  const polars = JSON.parse(
    readFileSync(join(root, 'node_modules', 'nodejs-polars', 'package.json'), 'utf8'),
  );
  console.error(`installing ${NATIVE} for the tests`);
  run(
    'npm',
    [
      'install',
      '--no-save',
      '--no-fund',
      '--no-audit',
      '--loglevel=error',
      `${NATIVE}@${polars.version}`,
    ],
    { stdio: ['ignore', process.stderr, process.stderr] },
  );
}
