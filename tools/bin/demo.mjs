import { join } from 'node:path';
import { ensureInstalled, nx, root, run } from './setup.mjs';

ensureInstalled();
nx(['run-many', '-t', 'build', '-p', 'rl-insight', '--outputStyle=static'], {
  stdio: ['ignore', process.stderr, process.stderr],
});
console.error(
  '\nrl-insight samples/ascend-verl memory.parser.type=memory output.path=output/demo\n',
);
run(process.execPath, [
  join(root, 'packages', 'cli', 'bin', 'rl-insight.js'),
  join('samples', 'ascend-verl'),
  'memory.parser.type=memory',
  `output.path=${join('output', 'demo')}`,
]);
