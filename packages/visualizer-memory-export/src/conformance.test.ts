import { registerConformance, visualizerConformance } from '@rl-insight/plugin-testing';
import { describe, test } from 'vitest';
import { descriptor } from './plugin.js';

// What is built, since processes of their own import it.
const module = new URL('../dist/plugin.js', import.meta.url);
const types = descriptor.provides.map(({ id }) => id.split('.')[2]);

describe.each(types)('%s', async (type) => {
  registerConformance(test, await visualizerConformance({ module, type }));
});
