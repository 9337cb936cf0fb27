import { packageName } from '@rl-insight/core/package-name';
import { MEMORY_CONTRACTS } from '@rl-insight/memory-contract/contracts';

const { name, version } = packageName(new URL('../package.json', import.meta.url));

const VISUALIZER = 'memory.visualizer.__type__';

/**
 * What this package provides; plain data.
 *
 * @type {import('@rl-insight/core').PluginDescriptor}
 */
export const descriptor = {
  name,
  version,
  apiVersion: 1,
  provides: [{ id: VISUALIZER, title: 'a page of the largest blocks' }],
  config: [
    {
      key: 'memory.visualizer',
      schema: {
        type: 'object',
        properties: {
          __key___rows: {
            type: 'integer',
            minimum: 1,
            default: 20,
            description: '__type__: blocks that are listed of each device',
          },
        },
      },
    },
  ],
  contracts: MEMORY_CONTRACTS,
};

/** @type {import('@rl-insight/core').Visualizer} */
const visualizer = {
  async visualize(sets, output, { config, signal }) {
    // What takes time to import is imported when it is needed.
    const { drawPage } = await import('./page.js');
    const rows = config.get('memory.visualizer.__key___rows') ?? 20;
    const html = await drawPage(sets, rows, signal);
    await output.write('__type__.html', html);
    return '__type__.html';
  },
};

/**
 * Importing this module does nothing; this is called when the plugin is loaded.
 *
 * @type {import('@rl-insight/core').Plugin['register']}
 */
export const register = (container) => {
  container.register(VISUALIZER, { useValue: visualizer });
};
