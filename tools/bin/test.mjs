import { readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { ensureChromium } from './chromium.mjs';
import { ensurePolars } from './polars.mjs';
import { ensureInstalled, nx, root } from './setup.mjs';

const RESULTS = 'test-results.json';

function projects() {
  const packages = readdirSync(join(root, 'packages')).map((name) => join('packages', name));
  return [...packages, 'tools', 'docs'];
}

function results() {
  return projects().flatMap((project) => {
    try {
      return [JSON.parse(readFileSync(join(root, project, RESULTS), 'utf8'))];
    } catch {
      return [];
    }
  });
}

ensureInstalled();
ensurePolars();
ensureChromium();
for (const project of projects()) rmSync(join(root, project, RESULTS), { force: true });

process.on('exit', () => {
  const sum = (count) => results().reduce((total, result) => total + result[count], 0);
  const skipped = sum('numPendingTests');
  console.log(
    `${sum('numPassedTests')} passed, ${sum('numFailedTests')} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`,
  );
});
nx(['run-many', '-t', 'build', 'lint', 'test', '--outputStyle=static']);
