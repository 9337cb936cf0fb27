import { fileURLToPath } from 'node:url';
import { parserConformance, registerConformance } from '@rl-insight/plugin-testing';
import { test } from 'vitest';

// What is built, since processes of their own import it.
const module = new URL('../dist/plugin.js', import.meta.url);
const sample = (name: string) =>
  fileURLToPath(new URL(`../../../samples/${name}`, import.meta.url));

registerConformance(
  test,
  await parserConformance({ module, type: 'memory', input: sample('ascend-verl/1') }),
);
