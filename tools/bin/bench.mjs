import { join } from 'node:path';
import { ensureInstalled, nx, root, run } from './setup.mjs';

/** Measures RL-Insight and what it is compared with: see `npm run bench -- --help`. */

ensureInstalled();
nx(['run-many', '-t', 'build', '-p', 'rl-insight,@rl-insight/tools', '--outputStyle=static'], {
  stdio: ['ignore', process.stderr, process.stderr],
});
run(process.execPath, [join(root, 'tools', 'dist', 'bench', 'main.js'), ...process.argv.slice(2)]);
