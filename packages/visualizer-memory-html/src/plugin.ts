import type { Plugin, PluginDescriptor, Visualizer } from '@rl-insight/core';
import { MEMORY_CONTRACTS } from '@rl-insight/memory-contract/contracts';
import type { Language } from './page-data/language.js';
import { PACKAGE } from './version.js';

const VISUALIZER = 'memory.visualizer.memory_html';

/** A key of the command's; other hosts need not have it. */
const INTERNAL_FRAMES_KEY = 'report.internal_frames';

/** What this package provides. */
export const descriptor: PluginDescriptor = {
  name: PACKAGE.name,
  version: PACKAGE.version,
  apiVersion: 1,
  provides: [{ id: VISUALIZER, title: 'interactive pages of memory over time' }],
  contracts: MEMORY_CONTRACTS,
};

/** Writes the pages. What that takes is imported when it is asked for. */
const visualizer: Visualizer = {
  async visualize(sets, output, { config, runId, signal, report }) {
    const { writePages } = await import('./write/pages.js');
    const language = config.get<Language>('output.language') ?? 'auto';
    const { RangeFilter } = await import('@rl-insight/memory-model');
    const scopes = new RangeFilter(
      config.get<readonly string[] | null | undefined>('memory.tracking.include') ?? undefined,
      config.get<readonly string[] | undefined>('memory.tracking.exclude') ?? [],
    );
    const internalFrames = config.get<readonly string[] | null | undefined>(INTERNAL_FRAMES_KEY);
    const options = { producer: PACKAGE.producer, runId, signal, report, language, scopes };
    return writePages(sets, output, { ...options, ...(internalFrames ? { internalFrames } : {}) });
  },
};

export const register: Plugin['register'] = (container) => {
  container.register(VISUALIZER, { useValue: visualizer });
};
