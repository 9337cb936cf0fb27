import {
  buildTable,
  GROUPS_KEY,
  type GroupInfo,
  MEMORY_SUMMARY,
  writeGroups,
} from '@rl-insight/memory-contract';

/** A block of memory as the file has it. */
export interface Block {
  readonly name: string;
  readonly bytes: number;
  readonly startNs: bigint;
  /** Null: not released in the file. */
  readonly heldNs: bigint | null;
}

const DEVICE = 'GPU:0';

/** The `memory_summary` of blocks, in order of their start. */
export function summaryTable(blocks: readonly Block[], source: string) {
  const sorted = blocks.toSorted((a, b) => Number(a.startNs - b.startNs));
  const rows = sorted.length;
  const same = (value: string) => ({ codes: new Int32Array(rows), values: [value] });
  const double = (of: (block: Block) => number) => ({ values: Float64Array.from(sorted, of) });
  const unknown = { values: new Float64Array(rows), valid: new Uint8Array(rows) };
  const names = [...new Set(sorted.map(({ name }) => name))];
  const columns = {
    name: { codes: Int32Array.from(sorted, ({ name }) => names.indexOf(name)), values: names },
    role: same(''),
    rank_id: { values: new Int32Array(rows) },
    call_stack: same(''),
    call_stack_top: same(''),
    size_kb: double(({ bytes }) => bytes / 1024),
    start_time_ms: double(({ startNs }) => milliseconds(startNs)),
    duration_ms: double(({ heldNs }) => milliseconds(heldNs ?? 0n)),
    total_allocated_mb: unknown,
    total_reserved_mb: unknown,
    total_active_mb: unknown,
    device_type: same(DEVICE),
    start_time_ns: { values: BigInt64Array.from(sorted, ({ startNs }) => startNs) },
    duration_ns: {
      values: BigInt64Array.from(sorted, ({ heldNs }) => heldNs ?? 0n),
      valid: Uint8Array.from(sorted, ({ heldNs }) => (heldNs === null ? 0 : 1)),
    },
    size_bytes: { values: BigInt64Array.from(sorted, ({ bytes }) => BigInt(bytes)) },
    capture_id: { values: new Int32Array(rows) },
    allocator: same('caching'),
  };
  const metadata = new Map([[GROUPS_KEY, writeGroups([groupOf(sorted, source)])]]);
  return buildTable(MEMORY_SUMMARY, rows, columns, metadata);
}

/** The double nearest to a time in ns as ms: the quotient of two doubles would be rounded twice. */
function milliseconds(ns: bigint): number {
  const digits = String(ns).padStart(7, '0');
  return Number(`${digits.slice(0, -6)}.${digits.slice(-6)}`);
}

/** The blocks are of one rank and device, and of one capture from the first event to the last. */
function groupOf(sorted: readonly Block[], source: string): GroupInfo {
  let endNs = 0n;
  for (const { startNs, heldNs } of sorted) {
    const end = startNs + (heldNs ?? 0n);
    if (end > endNs) endNs = end;
  }
  const capture = {
    sources: [source],
    start_ns: String(sorted[0].startNs),
    end_ns: String(endNs),
    step: null,
    time_basis: 'utc',
    allocators: [
      { allocator: 'caching', start_live_bytes: 0, start_source: 'none', pairing: 'record' },
    ],
  } as const;
  return { role: '', rank_id: 0, device_type: DEVICE, captures: [capture], warnings: [] };
}
