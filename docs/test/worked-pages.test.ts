import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { allPages } from './markdown.js';
import { missingPieces, ReadersFolder, workedSteps } from './worked-pages.js';

/** Of translations, `translations.test.ts` says that their blocks are those of the original. */
const PAGES = allPages().filter(
  (page) => /^(?:cookbook\/|formats\/|start\.md$)/.test(page) && workedSteps(page).length > 0,
);

test('the cookbook is among the pages that are run', () => {
  expect(PAGES.filter((page) => page.startsWith('cookbook/'))).toHaveLength(4);
});

test('what is promised has to be printed in whole lines, in its order', () => {
  const printed = 'a 1\n  b 2\nc 3\n';
  expect(missingPieces(['a 1', '  b 2\nc 3'], printed)).toEqual([]);
  expect(missingPieces(['c 3', 'a 1'], printed)).toEqual(['a 1']);
  expect(missingPieces(['a', 'b 2'], printed)).toEqual(['a', 'b 2']);
});

describe.each(PAGES)('%s', (page) => {
  let folder: ReadersFolder;
  beforeAll(async () => {
    folder = await ReadersFolder.make();
  });
  afterAll(() => folder.remove());

  test.each(workedSteps(page))('$command', async ({ command, promised }) => {
    const printed = await folder.run(command);
    const missing = missingPieces(promised, printed);
    expect(missing, `not printed like this:\n${printed}`).toEqual([]);
  });
});
