import { readFileSync } from 'node:fs';
import type { PluginNames } from './names.js';
import type { Kind, Language } from './options.js';

const own = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as {
  readonly version: string;
  readonly engines: { readonly node: string };
};

/** All packages of a release have one version. */
export const VERSION = own.version;

const TYPESCRIPT = '7.0.2';
const NODE_TYPES = '^20.19.0';

/** The words behind `rl-insight` that try the plugin with its sample. */
export function tryWords(kind: Kind, language: Language, { type, key }: PluginNames): string[] {
  const module = language === 'ts' ? './dist/plugin.js' : './src/plugin.js';
  const chosen = [`plugins=[${module}]`, `memory.${kind}.type=${type}`];
  if (kind === 'parser') return ['run', 'sample/blocks.csv', ...chosen];
  if (kind === 'visualizer') return ['visualize', 'sample/memory_summary.arrow', ...chosen];
  return ['check', 'sample/memory_summary.arrow', ...chosen, `memory.checker.${key}_largest_mb=4`];
}

function scripts(kind: Kind, language: Language, names: PluginNames): Record<string, string> {
  const words = tryWords(kind, language, names).map((word) =>
    word.startsWith('plugins=') ? `"${word}"` : word,
  );
  const begin = [
    ...(language === 'ts' ? ['npm run build'] : []),
    ...(kind === 'parser' ? [] : ['node sample/make.js']),
  ];
  const start = [...begin, ['rl-insight', ...words].join(' ')].join(' && ');
  return language === 'ts'
    ? { build: 'tsc', test: 'npm run build && node --test dist/conformance.test.js', start }
    : { test: 'node --test test/conformance.test.js', start };
}

/** The `package.json` of a plugin of its own; its licence is left to the author. */
export function manifestOf(kind: Kind, language: Language, names: PluginNames): string {
  const isTyped = language === 'ts';
  const entry = isTyped
    ? { types: './dist/plugin.d.ts', default: './dist/plugin.js' }
    : { default: './src/plugin.js' };
  const manifest = {
    name: names.packageName,
    version: '0.1.0',
    description: `A ${kind} for RL-Insight`,
    keywords: ['rl-insight', 'rl-insight-plugin'],
    type: 'module',
    engines: own.engines,
    exports: { '.': entry },
    files: isTyped ? ['dist', '!dist/*.test.*'] : ['src'],
    scripts: scripts(kind, language, names),
    dependencies: {
      '@rl-insight/core': `^${VERSION}`,
      '@rl-insight/memory-contract': `^${VERSION}`,
    },
    devDependencies: {
      '@rl-insight/plugin-testing': `^${VERSION}`,
      ...(isTyped ? { '@types/node': NODE_TYPES } : {}),
      'rl-insight': `^${VERSION}`,
      ...(isTyped ? { typescript: TYPESCRIPT } : {}),
    },
  };
  return `${JSON.stringify(manifest, null, 2)}\n`;
}
