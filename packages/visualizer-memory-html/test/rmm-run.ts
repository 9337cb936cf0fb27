import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Reporter, type Visualizer } from '@rl-insight/core';
import { OutputStaging } from '@rl-insight/core/run';
import { tableSet } from '@rl-insight/core/tables';
import {
  buildTable,
  MEMORY_RANGES,
  type MemoryTables,
  memoryGroups,
  tablesByContract,
} from '@rl-insight/memory-contract';
import { type GroupReport, memoryReport } from '@rl-insight/memory-model';
import { RmmLogParser } from '@rl-insight/parser-memory-rmm';
import { type RmmOptions, type RmmTruth, SPILL_SCOPE, writeRmmLog } from '@rl-insight/tools';
import { register } from '@rl-insight/visualizer-memory-html/plugin';
import type { Browser } from 'playwright-core';
import { launch } from './chromium.js';
import type { MadePages } from './made-pages.js';
import { Visit } from './visit.js';

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

/** What the visualizer is registered as: as the command finds it, with the keys of its configuration. */
function pluggedIn(): Visualizer {
  const found: Visualizer[] = [];
  register({
    register: (_id: string, { useValue }: { useValue: Visualizer }) => found.push(useValue),
  } as never);
  return found[0];
}

/** Pages of a run; what is allocated while a thread makes room counts for no scope. */
export async function pagesOfRun({ tables }: RmmRun): Promise<MadePages> {
  const folder = await mkdtemp(join(tmpdir(), 'rl-insight-pages-'));
  const keys: Readonly<Record<string, unknown>> = { 'memory.tracking.exclude': [SPILL_SCOPE] };
  const entry = await OutputStaging.use(folder, async (staging) => {
    const set = tableSet('memory', tablesByContract(tables));
    const context = {
      config: { get: (key: string) => keys[key] },
      runId: 'test',
      signal: new AbortController().signal,
      report: new Reporter({}),
    };
    const sets = [{ set, folder: '' }];
    const page = await pluggedIn().visualize(sets, staging, context as never);
    await staging.commit({ run_id: 'test', entry: page });
    return page;
  });
  return {
    folder,
    entry: join(folder, entry),
    groups: memoryGroups(tables),
    remove: () => rm(folder, { recursive: true, force: true }),
  };
}

/** What the report says of a run whose pages {@link pagesOfRun} makes. */
export function reportOf({ tables }: RmmRun): GroupReport {
  return memoryReport(memoryGroups(tables), { exclude: [SPILL_SCOPE] }).groups[0];
}

/** Ms after the origin of the run of a time of a report. */
export function reportMs({ groups: [{ allocations, info }] }: MadePages, ns: string): number {
  const first = BigInt(info.captures[0].start_ns);
  const origin = first < allocations.originNs ? first : allocations.originNs;
  return Number(BigInt(ns) - origin) / 1e6;
}

/** The pages of a run, open in a browser. */
export interface ShownRun {
  readonly browser: Browser;
  readonly pages: MadePages;
  readonly run: RmmRun;
  readonly report: GroupReport;
  readonly visit: Visit;
  close(): Promise<void>;
}

export async function showRun(request: Parameters<typeof rmmRun>[0]): Promise<ShownRun> {
  const [browser, run] = await Promise.all([launch(), rmmRun(request)]);
  const pages = await pagesOfRun(run);
  const visit = await Visit.open(browser, pages.entry);
  const close = async () => {
    await visit.close();
    await browser.close();
    await pages.remove();
  };
  return { browser, run, pages, report: reportOf(run), visit, close };
}
