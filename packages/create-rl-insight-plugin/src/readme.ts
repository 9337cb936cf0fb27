import { tryWords } from './manifest.js';
import type { PluginNames } from './names.js';
import type { Kind, Language } from './options.js';

const DOES: Readonly<Record<Kind, string>> = {
  parser: 'Reads blocks of memory from CSV',
  visualizer: 'Lists the largest blocks of memory on a page',
  checker: 'Runs all rules over memory tables, and warns of large blocks',
};

/** What each source file is for, by its name without its ending. */
const MODULES: Readonly<Record<Kind, Readonly<Record<string, string>>>> = {
  parser: {
    plugin: 'what the plugin is and provides; imports nothing heavy',
    parse: 'reads the file',
    table: 'makes the table `memory_summary`',
    errors: 'every error, with a code, what is wrong where and what to do',
  },
  visualizer: {
    plugin: 'what the plugin is and provides; imports nothing heavy',
    page: 'tables in, a page out',
  },
  checker: {
    plugin: 'what the plugin is and provides; imports nothing heavy',
    check: 'runs the rules',
    'largest-block': 'a rule of its own',
  },
};

/** The README of a new plugin. */
export function readmeOf(kind: Kind, language: Language, names: PluginNames): string {
  const { packageName, type } = names;
  const used = tryWords(kind, language, names)
    .map((word) => (word.startsWith('plugins=') ? `'plugins=[${packageName}]'` : word))
    .join(' ');
  const modules = Object.entries(MODULES[kind])
    .map(([name, does]) => `- \`src/${name}.${language}\`: ${does}`)
    .join('\n');
  const test = language === 'ts' ? 'src/conformance.test.ts' : 'test/conformance.test.js';
  return `# ${packageName}

${DOES[kind]}, as a plugin of [RL-Insight](https://www.npmjs.com/package/rl-insight): \`memory.${kind}.type=${type}\`.

\`\`\`sh
npm install
npm test     # ${test}: that it does what RL-Insight expects of a ${kind}
npm start    # tries it with the sample in sample/
\`\`\`

${modules}

Where it is installed beside \`rl-insight\`:

\`\`\`sh
npx rl-insight ${used}
\`\`\`

Before you publish it: give \`package.json\` a \`license\` and an \`author\`.
`;
}
