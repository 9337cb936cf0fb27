import type { Plugin, PluginDescriptor, Visualizer } from '@rl-insight/core';
import { MEMORY_CONTRACTS } from '@rl-insight/memory-contract/contracts';
import { PACKAGE } from './version.js';

const VISUALIZER = 'memory.visualizer.memory_html';

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
  async visualize(sets, output, { runId, signal, report }) {
    const { writePages } = await import('./write/pages.js');
    return writePages(sets, output, { producer: PACKAGE.producer, runId, signal, report });
  },
};

export const register: Plugin['register'] = (container) => {
  container.register(VISUALIZER, { useValue: visualizer });
};
