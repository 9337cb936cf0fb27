import { test } from 'node:test';
import { checkerConformance, registerConformance } from '@rl-insight/plugin-testing';

const module = new URL('../src/plugin.js', import.meta.url);
registerConformance(test, await checkerConformance({ module, type: '__type__' }));
