import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

test('ajv and yaml are loaded when they are needed, for --help needs neither', () => {
  const folder = new URL('.', import.meta.url);
  const sources = readdirSync(folder).filter((name) => /(?<!\.test)\.ts$/.test(name));
  const eager = sources.filter((name) =>
    /^import (?!type )[^;]*'(?:ajv|yaml)'/m.test(readFileSync(new URL(name, folder), 'utf8')),
  );
  expect(sources.length).toBeGreaterThan(10);
  expect(eager).toEqual([]);
});
