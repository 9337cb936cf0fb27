import type { PackageRequest } from './package-files.js';
import { descriptionOf } from './package-files.js';

/** Adds a package to a file in which all of them are named. */
export type Entry = (text: string, request: PackageRequest) => string;

function replaced(text: string, place: RegExp, by: (found: string) => string): string {
  const found = place.exec(text);
  if (found === null) throw new Error(`${place} is not there any more: mend entries.ts`);
  return `${text.slice(0, found.index)}${by(found[0])}${text.slice(found.index + found[0].length)}`;
}

const ROW = /\n\| `cli` \(`rl-insight`\)/;
const LAST_BUILTIN = /\n {2}\]\);/;

/** Files by their paths in the repository. */
export const ENTRIES: Readonly<Record<string, Entry>> = {
  'docs/architecture.md': (text, { folder, kind }) =>
    replaced(
      text,
      ROW,
      (row) => `\n| \`${folder}\` | ${descriptionOf(kind)} | core, memory-contract |${row}`,
    ),

  'packages/cli/src/config/builtins.ts': (text, { names }) =>
    replaced(text, LAST_BUILTIN, (end) => `\n    import('${names.packageName}/plugin'),${end}`),

  'packages/cli/package.json': (text, { names, version }) => {
    const manifest = JSON.parse(text);
    const dependencies = { ...manifest.dependencies, [names.packageName]: version };
    const sorted = Object.entries(dependencies).sort(([a], [b]) => (a < b ? -1 : 1));
    manifest.dependencies = Object.fromEntries(sorted);
    return `${JSON.stringify(manifest, null, 2)}\n`;
  },

  'packages/cli/tsconfig.json': (text, { folder }) => {
    const config = JSON.parse(text);
    config.references.push({ path: `../${folder}` });
    return `${JSON.stringify(config, null, 2)}\n`;
  },

  'biome.json': (text, { folder }) => {
    const config = JSON.parse(text);
    config.overrides.push(importsOf(folder, ['@rl-insight/core', '@rl-insight/memory-contract']));
    return `${JSON.stringify(config, null, 2)}\n`;
  },
};

/** The lint rule that holds a package to what the table of docs/architecture.md says. */
function importsOf(folder: string, allowed: readonly string[]): object {
  const group = [
    '@rl-insight/*',
    '@rl-insight/*/**',
    'rl-insight',
    'rl-insight/**',
    ...allowed.flatMap((name) => [`!${name}`, `!${name}/**`]),
  ];
  const message = `${folder} may use ${allowed.join(', ')} only (docs/architecture.md)`;
  const options = { patterns: [{ group, message }] };
  return {
    includes: [`packages/${folder}/src/**`, '!**/*.test.ts'],
    linter: { rules: { style: { noRestrictedImports: { level: 'error', options } } } },
  };
}
