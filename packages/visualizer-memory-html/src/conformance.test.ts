import { registerConformance, visualizerConformance } from '@rl-insight/plugin-testing';
import { test } from 'vitest';

// What is built, since processes of their own import it.
const module = new URL('../dist/plugin.js', import.meta.url);

registerConformance(test, await visualizerConformance({ module, type: 'memory_html' }));
