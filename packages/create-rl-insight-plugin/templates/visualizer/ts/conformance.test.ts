import { test } from 'node:test';
import { registerConformance, visualizerConformance } from '@rl-insight/plugin-testing';

const module = new URL('./plugin.js', import.meta.url);
registerConformance(test, await visualizerConformance({ module, type: '__type__' }));
