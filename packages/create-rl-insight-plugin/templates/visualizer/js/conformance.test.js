import { test } from 'node:test';
import { registerConformance, visualizerConformance } from '@rl-insight/plugin-testing';

const module = new URL('../src/plugin.js', import.meta.url);
registerConformance(test, await visualizerConformance({ module, type: '__type__' }));
