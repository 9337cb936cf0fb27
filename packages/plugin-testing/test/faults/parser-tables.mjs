import {
  buildTable,
  GROUPS_KEY,
  MEMORY_SUMMARY,
  nullableInt64,
  writeGroups,
} from '@rl-insight/memory-contract';
import { Data, Field, Float32, Int32, RecordBatch, Schema, Struct, Table } from 'apache-arrow';
import { nearestMs } from '../../dist/parser/units-cases.js';

/** Blocks out of lines; a line that is none is told of. */
export function blocksOf(text, report, path) {
  const blocks = [];
  for (const line of text.split('\n').filter((one) => one !== '')) {
    const [, name, start, end, bytes] = /^(\w+) (\d+) (\d+) (\d+)$/.exec(line) ?? [];
    if (name === undefined)
      report.notice({ code: 'lines-bad', message: 'A line is no block', example: path });
    else
      blocks.push({
        name,
        start: BigInt(start),
        held: BigInt(end) - BigInt(start),
        bytes: Number(bytes),
      });
  }
  return blocks;
}

/** The blocks with what a fault makes of them. */
export function changed(blocks, has, shift) {
  const moved = blocks.map((block) => ({ ...block, start: block.start + BigInt(shift) }));
  if (has('unsorted')) moved.reverse();
  if (has('blank-name')) moved[0].name = ' ';
  return moved;
}

export function tableOf(blocks, has, runId) {
  const text = (of) => {
    const values = [...new Set(blocks.map(of))];
    return { codes: Int32Array.from(blocks, (block) => values.indexOf(of(block))), values };
  };
  const double = (of) => ({ values: Float64Array.from(blocks, of) });
  const int64 = (of) => ({ values: BigInt64Array.from(blocks, of) });
  const unknown = { ...double(() => 0), valid: new Uint8Array(blocks.length) };
  const name = text((block) => block.name);
  if (has('null-name')) name.codes[1] = -1;
  if (has('bad-index')) name.codes[1] = 99;
  const table = buildTable(
    MEMORY_SUMMARY,
    blocks.length,
    {
      name,
      role: text(() => ''),
      rank_id: { values: new Int32Array(blocks.length) },
      call_stack: text(() => ''),
      call_stack_top: text(() => ''),
      size_kb: double(({ bytes }) => bytes / (has('size-unit') ? 1000 : 1024)),
      start_time_ms: double(({ start }) =>
        has('start-unit') ? Number(start) / 1e3 : nearestMs(start),
      ),
      duration_ms: double(({ held }) =>
        has('duration-unit') ? Number(held) / 1e3 : nearestMs(held),
      ),
      total_allocated_mb: has('total-unit') ? double(() => 2 ** 31) : unknown,
      total_reserved_mb: unknown,
      total_active_mb: unknown,
      device_type: text(() => 'GPU:0'),
      start_time_ns: int64(({ start }) => start),
      duration_ns: int64(({ held }) => held),
      size_bytes: nullableInt64(Float64Array.from(blocks, ({ bytes }) => bytes)),
      capture_id: { values: new Int32Array(blocks.length).fill(has('no-capture') ? 3 : 0) },
    },
    metadataOf(blocks, has, runId),
  );
  if (has('short-column')) return replaced(table, 'capture_id', new Int32(), new Int32Array(1));
  if (has('no-column')) return without(table, 'device_type');
  if (has('wrong-type'))
    return replaced(table, 'size_kb', new Float32(), new Float32Array(blocks.length).fill(4));
  return table;
}

function metadataOf(blocks, has, runId) {
  const ends = blocks.map(({ start, held }) => start + held).sort((a, b) => (a < b ? -1 : 1));
  const starts = blocks.map(({ start }) => start).sort((a, b) => (a < b ? -1 : 1));
  const allocators = [
    { allocator: 'lines', start_live_bytes: 0, start_source: 'none', pairing: 'record' },
  ];
  const capture = {
    sources: ['lines'],
    start_ns: String(has('window-order') ? ends.at(-1) + 1n : starts[0]),
    end_ns: String(has('window') ? starts[0] : ends.at(-1)),
    step: null,
    time_basis: 'utc',
    allocators,
  };
  const group = {
    role: '',
    rank_id: has('no-group') ? 7 : 0,
    device_type: 'GPU:0',
    captures: [capture],
    warnings: [],
  };
  const groups = has('bad-groups') ? '[{"role": 3}]' : writeGroups([group]);
  return new Map([
    [GROUPS_KEY, groups],
    // That of a run may be there, and others must not tell of it.
    [has('metadata') ? 'made.by' : 'rl_insight.run_id', runId],
  ]);
}

function rebuilt(table, fields, children) {
  const schema = new Schema(fields, table.schema.metadata);
  const data = new Data(new Struct(fields), 0, table.numRows, 0, undefined, children);
  return new Table(schema, [new RecordBatch(schema, data)]);
}

function without(table, name) {
  const keep = table.schema.fields.map((field) => field.name !== name);
  const { children } = table.batches[0].data;
  return rebuilt(
    table,
    table.schema.fields.filter((_, i) => keep[i]),
    children.filter((_, i) => keep[i]),
  );
}

function replaced(table, name, type, values) {
  const at = table.schema.fields.findIndex((field) => field.name === name);
  const data = new Data(type, 0, table.numRows, 0, [undefined, values, undefined, undefined]);
  return rebuilt(
    table,
    table.schema.fields.with(at, new Field(name, type, false)),
    table.batches[0].data.children.with(at, data),
  );
}
