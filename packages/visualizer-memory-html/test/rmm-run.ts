import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  buildTable,
  MEMORY_RANGES,
  type MemoryTables,
  memoryGroups,
} from '@rl-insight/memory-contract';
import { RmmLogParser } from '@rl-insight/parser-memory-rmm';
import { type RmmOptions, type RmmTruth, writeRmmLog } from '@rl-insight/tools';

/** A simulated run of an RMM resource, and what is true of it. */
export interface RmmRun {
  readonly tables: MemoryTables;
  readonly truth: RmmTruth;
}

/** Makes a run up and reads its log; its ranges, which no log has, are of what the simulation knows. */
export async function rmmRun(
  options: Partial<RmmOptions> = {},
  nameOf = (name: string) => name,
): Promise<RmmRun> {
  const folder = await mkdtemp(join(tmpdir(), 'rl-insight-rmm-'));
  try {
    const path = join(folder, 'rmm.dev0.log');
    // A row that was written late cannot be told to be before or after a range began.
    const truth = await writeRmmLog(path, { options: { lateShare: 0, ...options } });
    const tables = await new RmmLogParser().run(path);
    return { truth, tables: { ...tables, ...rangesOf(tables, truth, nameOf) } };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

function rangesOf(
  tables: MemoryTables,
  { scopes }: RmmTruth,
  nameOf: (name: string) => string,
): MemoryTables {
  const [{ info }] = memoryGroups(tables);
  const rows = scopes.length;
  const own = scopes.map(({ names }) => nameOf(names.at(-1) ?? ''));
  const names = [...new Set(own)];
  const same = (text: string) => ({ codes: new Int32Array(rows), values: [text] });
  const ns = (us: number) => BigInt(us) * 1000n;
  const ranges = buildTable(MEMORY_RANGES, rows, {
    range_id: { values: BigInt64Array.from(scopes, (_, id) => BigInt(id)) },
    name: { codes: Int32Array.from(own, (name) => names.indexOf(name)), values: names },
    kind: same('nvtx'),
    start_ns: { values: BigInt64Array.from(scopes, ({ startUs }) => ns(startUs)) },
    end_ns: {
      values: BigInt64Array.from(scopes, ({ endUs }) => ns(endUs ?? 0)),
      valid: Uint8Array.from(scopes, ({ endUs }) => (endUs === null ? 0 : 1)),
    },
    role: same(info.role),
    rank_id: { values: new Int32Array(rows).fill(info.rank_id) },
    device_type: same(info.device_type),
    thread_id: { values: BigInt64Array.from(scopes, ({ threadId }) => BigInt(threadId)) },
  });
  return { [MEMORY_RANGES.name]: ranges };
}
