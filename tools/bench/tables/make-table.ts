import { createWriteStream } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { makeData, RecordBatch, RecordBatchFileWriter, Struct } from 'apache-arrow';
import { pathArgument } from '../programs/answer.js';
import { ALLOCATOR, COLUMNS, columnData, DEVICE, tableSchema } from './columns.js';
import { BEGIN_NS, batchesOf, endOf } from './rows.js';

/** Writes a memory_summary table with as many rows as the second argument says, batch by batch. */

const ROWS_AT_ONCE = 1 << 18;
const path = pathArgument();
const rows = Number(process.argv[3]);
if (!Number.isInteger(rows) || rows < 1) throw new Error('the number of rows is needed');

const group = {
  role: 'actor_update',
  rank_id: 0,
  device_type: DEVICE,
  captures: [
    {
      sources: [],
      start_ns: String(BEGIN_NS),
      end_ns: String(BEGIN_NS + BigInt(endOf(rows))),
      step: null,
      time_basis: 'utc',
      allocators: [
        { allocator: ALLOCATOR, start_live_bytes: 0, start_source: 'none', pairing: 'record' },
      ],
    },
  ],
  warnings: [],
};
const schema = tableSchema(
  new Map([
    ['rl_insight.contract', 'memory_summary'],
    ['rl_insight.contract_version', '1'],
    ['rl_insight.producer', 'bench'],
    ['rl_insight.run_id', 'bench'],
    ['rl_insight.groups', JSON.stringify([group])],
  ]),
);

function* recordBatches(): Generator<RecordBatch> {
  for (const { columns, nulls } of batchesOf(rows, ROWS_AT_ONCE)) {
    const children = COLUMNS.map(([name], place) => columnData(place, columns[name], nulls));
    const length = columns.name.values.length;
    const type = new Struct(schema.fields);
    yield new RecordBatch(schema, makeData({ type, length, nullCount: 0, children }));
  }
}

const writer = new RecordBatchFileWriter();
const written = pipeline(Readable.from(writer), createWriteStream(path));
for (const batch of recordBatches()) {
  writer.write(batch);
  // Lets the file take what is there before more is made.
  await new Promise((resolve) => setImmediate(resolve));
}
writer.finish();
await written;
