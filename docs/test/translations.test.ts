import { existsSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { allPages, DOCS, fencesOf, headingsOf, readPage } from './markdown.js';

const TRANSLATIONS = allPages().filter((page) => page.startsWith('zh/'));
/** Pages that have to be there in Chinese. */
const MAIN = /^(?:index|start|concepts|using|page|plugins)\.md$|^(?:formats|cookbook)\//;

test('the main pages are there in Chinese', () => {
  const missing = allPages()
    .filter((page) => MAIN.test(page))
    .filter((page) => !TRANSLATIONS.includes(`zh/${page}`));
  expect(missing).toEqual([]);
});

const count = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].length;

/** What a translation has in common with its original. */
function shape(text: string) {
  const prose = text.replaceAll(/```[\s\S]*?```/g, '');
  return {
    headings: headingsOf(text).map(({ level }) => level),
    // Comments in code are translated.
    code: fencesOf(text).map(({ language, code }) => [
      language,
      code.replaceAll(/ *#(?!.*['"]).*$/gm, ''),
    ]),
    pictures: count(prose, /!\[[^\]]*\]\(/g),
    rows: count(prose, /^\|/gm),
    items: count(prose, /^ *(?:-|\d+\.) /gm),
  };
}

describe.each(TRANSLATIONS)('%s', (page) => {
  const original = page.slice('zh/'.length);

  test('has its original, with the same sections, code, tables, lists and pictures', () => {
    expect(existsSync(`${DOCS}${original}`)).toBe(true);
    expect(shape(readPage(page))).toEqual(shape(readPage(original)));
  });
});
