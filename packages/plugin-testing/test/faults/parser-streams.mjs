import { readFile } from 'node:fs/promises';
import { ALLOCATED, EventBatch, RELEASED } from '@rl-insight/memory-contract';
import { blocksOf } from './parser-tables.mjs';

/** Streams of the blocks of lines; with the fault `streams` they lack the last. */
export function streamsOf(has) {
  return async function* (path, { report }) {
    const blocks = blocksOf(await readFile(path, 'utf8'), report, path);
    if (has('streams')) blocks.pop();
    yield {
      name: path,
      batches: batches(blocks),
      info: () => undefined,
    };
  };
}

async function* batches(blocks) {
  const batch = new EventBatch(blocks.length * 2);
  const events = blocks.flatMap(({ start, held, bytes }, block) => [
    [ALLOCATED, start, block, bytes],
    [RELEASED, start + held, block, bytes],
  ]);
  events.sort((a, b) => (a[1] < b[1] ? -1 : 1));
  for (const [kind, time, block, bytes] of events) batch.add(kind, Number(time), 1, block, bytes);
  yield batch;
}
