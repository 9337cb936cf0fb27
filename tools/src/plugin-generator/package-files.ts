import type { Kind, PluginNames } from 'create-rl-insight-plugin';
import { readmeOf } from './package-readme.js';

/** What a new package is made from. */
export interface PackageRequest {
  /** Its folder in `packages`. */
  readonly folder: string;
  readonly kind: Kind;
  readonly names: PluginNames;
  /** Of all packages here. */
  readonly version: string;
  readonly arrowVersion: string;
  readonly nodeRange: string;
}

const DOES: Readonly<Record<Kind, string>> = {
  parser: 'Memory tables from blocks of memory that are written as CSV',
  visualizer: 'Pages of the largest blocks of memory, by device',
  checker: 'Runs the rules of a kind of data, and warns of blocks above a size',
};

/** What modules other than `plugin.ts` a program imports. */
const API: Readonly<Record<Kind, readonly string[]>> = {
  parser: ['parse'],
  visualizer: ['page'],
  checker: ['check'],
};

/** What the package does, one sentence without its full stop. */
export function descriptionOf(kind: Kind): string {
  return DOES[kind];
}

function json(value: unknown): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}

function manifestOf(request: PackageRequest): string {
  const { kind, names, version, nodeRange } = request;
  const entry = (module: string) => ({
    types: `./dist/${module}.d.ts`,
    default: `./dist/${module}.js`,
  });
  return json({
    name: names.packageName,
    version,
    description: DOES[kind],
    keywords: ['rl-insight', 'rl-insight-plugin', kind],
    license: 'Apache-2.0',
    type: 'module',
    engines: { node: nodeRange },
    exports: { '.': entry('index'), './plugin': entry('plugin') },
    files: ['dist', '!dist/**/*.tsbuildinfo'],
    sideEffects: false,
    publishConfig: { access: 'public' },
    scripts: {
      build: 'tsc -b && node ../../tools/bin/sweep-dist.mjs',
      lint: 'biome ci . && tsc -p tsconfig.test.json',
      test: 'vitest run',
      'nx-release-publish': 'node ../../tools/release/publish.mjs',
    },
    dependencies: {
      '@rl-insight/core': version,
      '@rl-insight/memory-contract': version,
      // Types of what it exports are Arrow's.
      'apache-arrow': request.arrowVersion,
    },
  });
}

const TSCONFIG = {
  extends: '../../tsconfig.base.json',
  compilerOptions: {
    rootDir: 'src',
    outDir: 'dist',
    tsBuildInfoFile: 'dist/tsconfig.tsbuildinfo',
  },
  include: ['src'],
  exclude: ['src/**/*.test.ts'],
  references: [{ path: '../core' }, { path: '../memory-contract' }],
};

const TEST_TSCONFIG = {
  extends: '../../tsconfig.base.json',
  compilerOptions: { noEmit: true, composite: false, incremental: false },
  include: ['src', 'test'],
};

const README_TEST = `import { runReadmeExample } from '@rl-insight/tools';
import { expect, test } from 'vitest';

test('the example of the README does what it says', async () => {
  const { promised, printed } = await runReadmeExample(new URL('../', import.meta.url), {});
  expect(printed).toBe(promised);
});
`;

/** The files of a package besides its sources, by their paths in its folder. */
export function packageFiles(request: PackageRequest): Map<string, string> {
  return new Map([
    ['package.json', manifestOf(request)],
    ['tsconfig.json', json(TSCONFIG)],
    ['tsconfig.test.json', json(TEST_TSCONFIG)],
    ['vitest.config.ts', "export { default } from '../../vitest.shared.js';\n"],
    ['README.md', readmeOf(request)],
    [
      'src/index.ts',
      API[request.kind].map((module) => `export * from './${module}.js';\n`).join(''),
    ],
    ['src/readme.test.ts', README_TEST],
  ]);
}

/** The test that a plugin conforms, for this repository's test runner and of what is built. */
export function conformanceTest(template: string): string {
  return template
    .replace("from 'node:test'", "from 'vitest'")
    .replace("'./plugin.js'", "'../dist/plugin.js'");
}
