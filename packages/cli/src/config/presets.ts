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
