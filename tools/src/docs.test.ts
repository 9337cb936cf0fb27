import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const CODE = /(?:code: |usageError\(\s*)'([a-z]+(?:-[a-z]+)+|usage|fault)'/g;

/** Sources that make errors, not those that only compare codes. */
function sources(): string[] {
  return readdirSync(join(ROOT, 'packages'), { recursive: true, encoding: 'utf8' }).filter(
    (file) =>
      /^[^/]+\/src\/.*\.ts$/.test(file) &&
      !file.endsWith('.test.ts') &&
      readFileSync(join(ROOT, 'packages', file), 'utf8').includes('RlInsightError'),
  );
}

test('docs/errors.md has an entry for every error code', () => {
  const docs = readFileSync(join(ROOT, 'docs', 'errors.md'), 'utf8');
  const codes = new Set<string>();
  for (const file of sources()) {
    const text = readFileSync(join(ROOT, 'packages', file), 'utf8');
    // Codes of warnings are written the same way, and are explained there as well.
    for (const [, code] of text.matchAll(CODE)) codes.add(code);
  }
  expect(codes.size).toBeGreaterThan(40);
  const missing = [...codes].filter((code) => !docs.includes(`\`${code}\``));
  expect(missing).toEqual([]);
});
