// Writes tables to try the plugin with, of memory that is drawn as text.
import { fileURLToPath } from 'node:url';
import { writeTableFile } from '@rl-insight/core/tables';
import { drawnBlocks, drawnTable } from '@rl-insight/plugin-testing';

const table = drawnTable(
  drawnBlocks(`
    who            start      end     size
    aten::empty     1000    90000  2097152
    aten::matmul    2000    40000  8388608
    aten::add       3000        -   524288
    aten::cat      50000    60000  4194304
  `),
);
const header = { contract: 'memory_summary', version: '1', producer: 'sample', runId: 'sample' };
await writeTableFile(
  fileURLToPath(new URL('./memory_summary.arrow', import.meta.url)),
  table,
  header,
);
