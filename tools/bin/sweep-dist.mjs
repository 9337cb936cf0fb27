import { existsSync, readdirSync, rmSync } from 'node:fs';
import { join, relative } from 'node:path';

/**
 * Deletes from the `dist` of the package in the current folder what its sources do not make. The
 * compiler leaves the output of sources that are gone, and all of `dist` is published.
 */

const OUTPUTS = /\.(?:js|js\.map|d\.ts)$/;
/** Bundlers empty their folders themselves. */
const BUNDLED = /^(?:assets|bundle)[\\/]/;
const BUILD_INFO = 'tsconfig.tsbuildinfo';

function isMade(file) {
  if (BUNDLED.test(file) || file === BUILD_INFO) return true;
  return OUTPUTS.test(file) && existsSync(join('src', file.replace(OUTPUTS, '.ts')));
}

for (const entry of readdirSync('dist', { recursive: true, withFileTypes: true })) {
  const path = join(entry.parentPath, entry.name);
  if (entry.isFile() && !isMade(relative('dist', path))) rmSync(path);
}
