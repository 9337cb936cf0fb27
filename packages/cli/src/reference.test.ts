import { expect, test } from 'vitest';
import { commandsPage, keysPage } from '../test/reference.js';
import { builtinPlugins } from './config/builtins.js';

/* When a command or a key changes: `npx vitest run src/reference.test.ts -u` in this folder. */

const page = (name: string) => `../../../docs/reference/${name}.md`;

test('docs/reference/commands.md says what --help says', async () => {
  await expect(commandsPage()).toMatchFileSnapshot(page('commands'));
});

test('docs/reference/keys.md says what the schemas say', async () => {
  const descriptors = (await builtinPlugins()).map(({ descriptor }) => descriptor);
  await expect(keysPage(descriptors)).toMatchFileSnapshot(page('keys'));
});
