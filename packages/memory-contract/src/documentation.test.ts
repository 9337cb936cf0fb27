import { expect, test } from 'vitest';
import { MEMORY_CONTRACTS, type MemoryContract } from './index.js';

function section({ name, version, meaning, columns }: MemoryContract): string {
  const rows = columns.map(
    ({ name: column, type, nullable, required, meaning: text }) =>
      `| \`${column}\` | ${type}${nullable ? ', nullable' : ''} | ${required ? 'always' : 'optional'} | ${text.replaceAll('|', '\\|')} |`,
  );
  return [
    `## ${name}, version ${version}`,
    '',
    meaning,
    '',
    '| column | type | there | meaning |',
    '| --- | --- | --- | --- |',
    ...rows,
    '',
  ].join('\n');
}

const HEAD = `# Contracts

The Arrow IPC files that stages hand to each other and that other programs may write. \`dictionary\` is dictionary-encoded utf8
with one complete dictionary; plain utf8 is read as well. Schema metadata: \`rl_insight.contract\`,
\`rl_insight.contract_version\`, \`rl_insight.producer\`, \`rl_insight.run_id\`, \`rl_insight.groups\` (JSON: for each role, rank and
device its captures with their windows, starting levels and warnings). A reader accepts the same major version, passes over
columns it does not know, and refuses a newer major version.

This page is written by a test from the schemas.
`;

test('docs/contracts.md says what the schemas say', async () => {
  const page = [HEAD, ...MEMORY_CONTRACTS.map(section)].join('\n');
  await expect(page).toMatchFileSnapshot('../../../docs/contracts.md');
});
