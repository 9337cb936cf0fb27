import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Reporter, type StageContext, type Visualizer } from '@rl-insight/core';
import { OutputStaging } from '@rl-insight/core/run';
import { tableSet } from '@rl-insight/core/tables';
import { register } from '@rl-insight/visualizer-memory-html/plugin';
import { makeTables, type TableRow, type TablesRequest } from './tables.js';

export const MIB = 1024 ** 2;
export const MS = 1e6;

/** Pages of several groups, as the command makes them: of one set of tables a group. */
export interface RankPages {
  readonly folder: string;
  /** The overview. */
  readonly entry: string;
  remove(): Promise<void>;
}

export async function pagesOfGroups(
  groups: readonly TablesRequest[],
  language?: string,
): Promise<RankPages> {
  const folder = await mkdtemp(join(tmpdir(), 'rl-insight-ranks-'));
  const staging = await OutputStaging.open(folder);
  const sets = groups.map((request) => {
    const { role = 'role', rank_id = 0, device_type = '' } = request.group;
    const name = `${role}_rank${rank_id}_${device_type}`.replaceAll(/[^\w-]/g, '-');
    return { set: tableSet('memory', makeTables(request)), folder: name };
  });
  const context = {
    config: { get: (key: string) => (key === 'output.language' ? language : undefined) },
    runId: 'run',
    signal: new AbortController().signal,
    report: new Reporter({}),
  };
  const entry = await visualizer().visualize(sets, staging, context as unknown as StageContext);
  await staging.commit({ run_id: 'run', entry });
  return {
    folder,
    entry: join(folder, entry),
    remove: () => rm(folder, { recursive: true, force: true }),
  };
}

function visualizer(): Visualizer {
  let found: Visualizer | undefined;
  const container = {
    register(_: string, { useValue }: { useValue: Visualizer }) {
      found = useValue;
    },
  };
  register(container as unknown as Parameters<typeof register>[0]);
  if (found === undefined) throw new Error('the plugin registered nothing');
  return found;
}

/** A block that is held while something else comes and goes: the level rises and falls. */
export function risingRows(peakBytes: number, lengthNs: number, waves = 4): TableRow[] {
  const base = Math.floor(peakBytes / 4 / 512) * 512;
  const wave = lengthNs / waves;
  const rows: TableRow[] = [{ name: 'weights', stack: '', bytes: base, startNs: 0, heldNs: null }];
  for (let i = 0; i < waves; i++) {
    const share = (i + 1) / waves;
    const bytes =
      i === waves - 1 ? peakBytes - base : Math.floor(((peakBytes - base) * share) / 512) * 512;
    rows.push({
      name: 'aten::matmul',
      stack: 'model.py(1): forward',
      bytes,
      startNs: Math.round((i + 0.25) * wave),
      heldNs: Math.round(wave / 2),
    });
  }
  return rows;
}

/** Ranks whose two roles take turns on a device; rank 5 holds more than the others. */
export function turns(ranks: number, waves = 4): TablesRequest[] {
  return Array.from({ length: ranks }, (_, rank) => [
    {
      rows: risingRows((600 + (rank % 7) * 5) * MIB, 40 * MS, waves),
      endNs: 40 * MS,
      fromNs: rank * 1000,
      group: { role: 'rollout', rank_id: rank, device_type: `NPU:${rank % 8}` },
      sources: [`rollout/node0_${rank}_20260526085155596_ascend_pt/operator_memory.csv`],
    },
    {
      rows: risingRows((rank === 5 ? 1400 : 900 + (rank % 5) * 4) * MIB, 50 * MS, waves),
      endNs: 50 * MS,
      fromNs: 60 * MS + rank * 1000,
      group: { role: 'actor_update', rank_id: rank, device_type: `NPU:${rank % 8}` },
      sources: [`actor_update/node0_${rank}_20260526085155596_ascend_pt/operator_memory.csv`],
    },
  ]).flat();
}
