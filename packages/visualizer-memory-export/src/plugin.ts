import type { Plugin, PluginDescriptor, Visualizer } from '@rl-insight/core';
import { MEMORY_CONTRACTS } from '@rl-insight/memory-contract/contracts';
import { PACKAGE } from './version.js';
import type { ExportType } from './write.js';

const TITLES: Readonly<Record<ExportType, string>> = {
  csv: 'the tables as CSV',
  parquet: 'the tables as Parquet',
  scopes_csv: 'entries into scopes, and what each needed at most, as CSV',
  speedscope: 'who held memory at the peak, for speedscope.app',
  chrome_trace: 'counters over time, for Perfetto and chrome://tracing',
};
const TYPES = Object.keys(TITLES) as ExportType[];
const idOf = (type: string) => `memory.visualizer.${type}`;

/** What this package provides. */
export const descriptor: PluginDescriptor = {
  name: PACKAGE.name,
  version: PACKAGE.version,
  apiVersion: 1,
  provides: TYPES.map((type) => ({ id: idOf(type), title: TITLES[type], exports: true })),
  contracts: MEMORY_CONTRACTS,
};

/** Writes one type of export. What that takes is imported when it is asked for. */
function visualizer(type: ExportType): Visualizer {
  return {
    async visualize(sets, output, { config, signal, report }) {
      const { WRITERS } = await import('./write.js');
      const { RangeFilter } = await import('@rl-insight/memory-model');
      const scopes = new RangeFilter(
        config.get<readonly string[] | null>('memory.tracking.include') ?? undefined,
        config.get<readonly string[]>('memory.tracking.exclude') ?? [],
      );
      return WRITERS[type](sets, output, {
        producer: PACKAGE.producer,
        signal,
        report,
        scopes,
      });
    },
  };
}

export const register: Plugin['register'] = (container) => {
  for (const type of TYPES) container.register(idOf(type), { useValue: visualizer(type) });
};
