import type { Presets } from '@rl-insight/core/config';

/** What `preset=<name>` stands for. The first key of a domain infers the preset of that name. */
export const PRESETS: Presets = {
  memory: {
    memory: {
      checker: { type: 'memory' },
      visualizer: { type: 'memory_html' },
    },
  },
};

/** The same for `export`: no pages, and not in place of those of a run. */
const EXPORT_PRESETS: Presets = {
  memory: {
    output: { path: 'export' },
    memory: {
      checker: { type: 'memory' },
      visualizer: { type: 'csv' },
    },
  },
};

/** The presets of a command. */
export function presetsOf(command: string): Presets {
  return command === 'export' ? EXPORT_PRESETS : PRESETS;
}
