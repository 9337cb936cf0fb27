import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { publicPackages, ROOT, readManifest } from './packages.js';

const packages = publicPackages();
const versions = new Map(packages.map(({ name, manifest }) => [name, manifest.version]));
const licence = readFileSync(join(ROOT, 'LICENSE'), 'utf8');

describe.each(packages)('the manifest of $name', ({ name, folder, manifest }) => {
  const isCommand = name === 'rl-insight';
  // What is run by name: `rl-insight`, and `npm create rl-insight-plugin`.
  const isProgram = manifest.bin !== undefined;

  test('has what all have', () => {
    expect(manifest).toMatchObject({
      version: readManifest(join(ROOT, 'packages', 'core')).version,
      license: 'Apache-2.0',
      type: 'module',
      engines: readManifest(ROOT).engines,
      sideEffects: false,
      publishConfig: { access: 'public' },
    });
    expect(manifest.scripts).toMatchObject({
      'nx-release-publish': 'node ../../tools/release/publish.mjs',
    });
    expect(manifest.description).toMatch(/^[A-Z].{20,}[^.]$/);
  });

  test('is named for its folder in our scope; programs have names of their own', () => {
    const short = folder.split(/[\\/]/).at(-1);
    const ofProgram = short === 'cli' ? 'rl-insight' : 'create-rl-insight-plugin';
    expect(name).toBe(isProgram ? ofProgram : `@rl-insight/${short}`);
  });

  test('has keywords to be found by, plugins also as such', () => {
    const isPlugin = Object.hasOwn(manifest.exports ?? {}, './plugin');
    const keywords = manifest.keywords as string[];
    expect(new Set(keywords).size).toBe(keywords.length);
    expect(keywords.includes('rl-insight')).toBe(!isCommand);
    expect(keywords.includes('rl-insight-plugin')).toBe(isPlugin);
  });

  test('exports modules of dist, each with its types first', () => {
    expect(Object.keys(manifest.exports ?? {})[0]).toBe('.');
    for (const [subpath, conditions] of Object.entries(manifest.exports ?? {})) {
      expect(Object.keys(conditions), subpath).toEqual(['types', 'default']);
      const module = conditions.default.replace(/\.js$/, '');
      expect(module, subpath).toMatch(/^\.\/dist\//);
      expect(conditions.types, subpath).toBe(`${module}.d.ts`);
    }
  });

  test('publishes what is built and no more', () => {
    const dist = ['dist', '!dist/**/*.tsbuildinfo'];
    const bundle = ['dist/bundle', 'dist/index.d.ts', 'dist/index.js', 'dist/index.js.map'];
    const ofProgram = isCommand ? ['bin', ...bundle] : ['bin', dist[0], 'templates', dist[1]];
    expect(manifest.files).toEqual(isProgram ? ofProgram : dist);
  });

  test('needs exact versions, of ours those of this repository', () => {
    for (const [needed, version] of Object.entries(manifest.dependencies ?? {})) {
      expect(version, needed).toMatch(/^\d+\.\d+\.\d+$/);
      if (needed.includes('rl-insight')) expect(version, needed).toBe(versions.get(needed));
    }
  });

  test('lies beside the licence and a README that tells how to install it', () => {
    expect(readFileSync(join(folder, 'LICENSE'), 'utf8')).toBe(licence);
    const readme = readFileSync(join(folder, 'README.md'), 'utf8');
    expect(readme.split('\n')[0]).toBe(`# ${name}`);
    expect(readme).toContain(`\`\`\`sh\nnpm install ${name}`);
  });
});
