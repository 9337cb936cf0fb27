import type { Kind } from 'create-rl-insight-plugin';
import { descriptionOf, type PackageRequest } from './package-files.js';

interface Example {
  /** What has to be installed besides the package. */
  readonly needs: readonly string[];
  code(packageName: string): string;
  readonly prints: string;
}

const EXAMPLES: Readonly<Record<Kind, Example>> = {
  parser: {
    needs: ['@rl-insight/core'],
    code: (name) => `import { writeFile } from 'node:fs/promises';
import { Reporter } from '@rl-insight/core';
import { parseFile } from '${name}';

await writeFile('blocks.csv', 'name,bytes,start_ns,end_ns\\naten::add,4096,1000,2000\\n');
const context = { report: new Reporter(), signal: new AbortController().signal };
for await (const set of parseFile('blocks.csv', context)) {
  const row = (await set.table('memory_summary')).get(0);
  console.log(set.name, row.name, row.size_bytes, row.duration_ns);
}
`,
    prints: 'rank0 aten::add 4096n 1000n\n',
  },
  visualizer: {
    needs: ['@rl-insight/plugin-testing'],
    code: (name) => `import { drawnSet } from '@rl-insight/plugin-testing';
import { drawPage } from '${name}';

const set = drawnSet('aten::mm 1000 3000 4096');
const html = await drawPage([{ set, folder: '' }], 10, new AbortController().signal);
console.log(html.split('\\n').find((line) => line.includes('aten::mm')));
`,
    prints: '<tr><td>aten::mm<td class="bytes">4096<td class="bytes">0\n',
  },
  checker: {
    needs: ['@rl-insight/plugin-testing'],
    code: (name) => `import { drawnBlocks, drawnTable } from '@rl-insight/plugin-testing';
import { checkAll } from '${name}';

const rules = {
  kind: 'memory_summary',
  prepare: async (table) => ({ subject: table }),
  rules: () => [],
};
const table = drawnTable(drawnBlocks('aten::mm 1000 3000 8388608'));
const context = { config: { get: () => undefined }, signal: new AbortController().signal };
const [warning] = await checkAll(rules, table, context, 4);
console.log(warning.message);
`,
    prints: '1 blocks are larger than 4 MiB, the largest has 8388608 bytes\n',
  },
};

/** The README, with an example that its test runs. */
export function readmeOf({ kind, names }: PackageRequest): string {
  const { packageName, type } = names;
  const { needs, code, prints } = EXAMPLES[kind];
  return `# ${packageName}

${descriptionOf(kind)}. As a plugin of \`rl-insight\` it is \`memory.${kind}.type=${type}\`.

\`\`\`sh
npm install ${[packageName, ...needs].join(' ')}
\`\`\`

\`\`\`js
${code(packageName)}\`\`\`

prints

\`\`\`text
${prints}\`\`\`
`;
}
