// The checker cannot test itself by this package, which depends on it.
import { fileURLToPath } from 'node:url';
import {
  checkerConformance,
  drawnTable,
  registerConformance,
  rulesConformance,
} from '@rl-insight/plugin-testing';
import { describe, test } from 'vitest';

const module = fileURLToPath(new URL('./plugin.js', import.meta.resolve('@rl-insight/checker')));
const block = { who: 'aten::mm', start: 1, end: 2, size: 512 };

describe('our checker', async () => {
  registerConformance(test, await checkerConformance({ module, type: 'memory' }));
});

describe('our rules of memory_summary', async () => {
  const bad = {
    'a blank name': drawnTable([{ ...block, who: ' ' }]),
    'a size of zero': drawnTable([{ ...block, size: 0 }]),
    'a time that is none': drawnTable([{ ...block, start: Number.NaN }], 'required'),
    'what is no table': 'name,size',
  };
  const good = drawnTable([block]);
  registerConformance(test, await rulesConformance({ module, type: 'memory_summary', good, bad }));
});
