import { expect, test } from 'vitest';
import { metaUses } from './meta-uses.js';

test.each<[string, string, string, string]>([
  ['a module', "const href = new URL('./task.js', import.meta.url).href;", 'url', './task.js'],
  ['a folder', "const A = new URL('../assets/', import.meta.url);", 'url', '../assets/'],
  [
    'a package',
    "packageName(new URL('../package.json', import.meta.url))",
    'package-name',
    '../package.json',
  ],
  ['a sum', "new URL('./' + file, import.meta.url)", 'other', ''],
  ['a name', 'new URL(file, import.meta.url)', 'other', ''],
  ['something else of it', "new URL('./x', import.meta.dirname)", 'other', ''],
  ['itself', 'console.log(import.meta)', 'other', ''],
  ['a folder of CommonJS', "join(__dirname, 'worker.js')", 'other', ''],
])('%s', (_, code, kind, address) => {
  // Offsets count what JavaScript counts.
  const text = `const words = '“ü” 𝒙';\n${code}`;
  const [use, ...more] = metaUses(text, 'module.js');
  expect(use).toMatchObject({ kind, address });
  expect(more).toEqual([]);
  const isWhole = kind === 'other' ? /^(?:import\.meta|__dirname)$/ : /^(?:new|package).*\)$/;
  expect(text.slice(use.start, use.end)).toMatch(isWhole);
});

test('text that only speaks of it is no use of it', () => {
  expect(metaUses("// import.meta.url\nconst a = 'import.meta'; new.target;", 'm.cjs')).toEqual([]);
});
