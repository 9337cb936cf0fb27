import type { Plugin } from '@rl-insight/core';

/** The plugins that come with the command. A new source adds one line here. */
export async function builtinPlugins(): Promise<Plugin[]> {
  return Promise.all([
    import('@rl-insight/parser-memory/plugin'),
    import('@rl-insight/parser-memory-rmm/plugin'),
    import('@rl-insight/parser-memory-nsys/plugin'),
    import('@rl-insight/parser-memory-torch/plugin'),
    import('@rl-insight/parser-memory-exec/plugin'),
    import('@rl-insight/checker/plugin'),
    import('@rl-insight/visualizer-memory-html/plugin'),
    import('@rl-insight/visualizer-memory-export/plugin'),
  ]);
}
