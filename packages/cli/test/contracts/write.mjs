import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { writeTableFile } from '@rl-insight/core/tables';
import { buildTable, MEMORY_CONTRACTS, writeGroups } from '@rl-insight/memory-contract';

/** Writes a file of each contract's version that has none yet; those that there are stay as they were released. */
const ROWS = 4;
const MS = 1_000_000n;
const START = 1_700_000_000_000_000_000n;

/** Values by column, where any would not do; the last row of two of them is null where it may be. */
const VALUES = {
  role: ['actor', 'actor', 'rollout', 'rollout'],
  rank_id: [0, 0, 1, 1],
  device_type: ['NPU:0', 'NPU:0', 'GPU:1', 'GPU:1'],
  name: ['aten::empty', 'aten::matmul', '(unknown)', 'aten::empty'],
  kind: ['step', 'annotation', 'nvtx', 'operator'],
  call_stack: ['train.py(3): step;\r\ntrain.py(9): main', '', 'a;\r\nb', ''],
  call_stack_top: ['train.py(3): step', '', 'a', ''],
  stack_match: ['recorded', 'none', 'nearest', 'none'],
  size_kb: [1, 2, 4, 0.5],
  size_bytes: [1024, 2048, 4096, 512],
  block_size_bytes: [1024, 2048, 4096, 512],
  start_time_ms: [0, 1, 2, 3].map((row) => Number(START / MS) + row),
  duration_ms: [2, 0, 1, 1],
  duration_ns: [2n * MS, null, MS, MS],
  active_duration_ns: [2n * MS, null, MS, MS],
  release_requested_ns: [MS, null, MS, MS],
  capture_id: [0, 0, 0, 0],
  before_capture: [0, 0, 0, 0],
  component: ['PTA', 'APP', 'PTA+GE', 'module:HCCL'],
  range_id: [1, 2, 3, 4],
  parent_id: [null, 1, null, null],
  end_ns: [9, 8, 7, 6].map((end) => START + BigInt(end) * MS),
  step: [1, 1, 2, null],
};
/** Events of a row come in the order of the rows. */
const TIMES = /^(?:start_time_ns|time_ns|start_ns)$/;
const SEQUENCES = /_?seq$/;

function cellOf({ name, type, nullable }, row) {
  if (VALUES[name] !== undefined) return VALUES[name][row];
  if (TIMES.test(name)) return START + BigInt(row) * MS;
  if (SEQUENCES.test(name)) return row * 2 + (/^(release|end)/.test(name) ? 1 : 0);
  if (nullable && row === ROWS - 1) return null;
  return type === 'dictionary' ? `${name} ${row % 2}` : 1000 + row;
}

function columnOf(spec) {
  const values = Array.from({ length: ROWS }, (_, row) => cellOf(spec, row));
  const valid = Uint8Array.from(values, (value) => (value === null ? 0 : 1));
  switch (spec.type) {
    case 'dictionary': {
      const texts = [...new Set(values.filter((value) => value !== null))];
      return { codes: Int32Array.from(values, (value) => texts.indexOf(value)), values: texts };
    }
    case 'bool':
      return { flags: Uint8Array.from(values, Number), valid };
    case 'int32':
      return { values: Int32Array.from(values, Number), valid };
    case 'float64':
      return { values: Float64Array.from(values, Number), valid };
    case 'int64':
      return { values: BigInt64Array.from(values, (value) => BigInt(value ?? 0)), valid };
    case 'uint64':
      return { values: BigUint64Array.from(values, (value) => BigInt(value ?? 0)), valid };
    default:
      throw new TypeError(`there is no value of type ${spec.type} yet`);
  }
}

const GROUPS = [
  ['actor', 0, 'NPU:0'],
  ['rollout', 1, 'GPU:1'],
].map(([role, rank_id, device_type]) => ({
  role,
  rank_id,
  device_type,
  captures: [
    {
      start_ns: String(START),
      end_ns: String(START + 10n * MS),
      step: null,
      sources: ['by hand'],
      time_basis: 'utc',
      allocators: [
        { allocator: 'allocator 0', start_live_bytes: 0, start_source: 'none', pairing: 'record' },
      ],
    },
  ],
  warnings: [],
}));

const [HEAD_NAME] = MEMORY_CONTRACTS.map(({ name }) => name);

for (const contract of MEMORY_CONTRACTS) {
  const file = fileURLToPath(
    new URL(`released/${contract.name}-${contract.version}.arrow`, import.meta.url),
  );
  if (existsSync(file)) continue;
  const columns = Object.fromEntries(contract.columns.map((spec) => [spec.name, columnOf(spec)]));
  await writeTableFile(file, buildTable(contract, ROWS, columns), {
    contract: contract.name,
    version: contract.version,
    producer: 'by-hand@1',
    runId: '00000000-0000-4000-8000-000000000000',
    ...(contract.name === HEAD_NAME ? { groups: writeGroups(GROUPS) } : {}),
  });
  process.stdout.write(`${file}\n`);
}
