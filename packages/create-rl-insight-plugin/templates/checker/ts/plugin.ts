import type { Checker, Plugin, PluginDescriptor } from '@rl-insight/core';
import { packageName } from '@rl-insight/core/package-name';
import { MEMORY_CONTRACTS } from '@rl-insight/memory-contract/contracts';

const { name, version } = packageName(new URL('../package.json', import.meta.url));

const CHECKER = 'memory.checker.__type__';

/** What this package provides; plain data. */
export const descriptor: PluginDescriptor = {
  name,
  version,
  apiVersion: 1,
  provides: [{ id: CHECKER, title: 'runs all rules, and warns of large blocks' }],
  config: [
    {
      key: 'memory.checker',
      schema: {
        type: 'object',
        properties: {
          __key___largest_mb: {
            type: ['number', 'null'],
            exclusiveMinimum: 0,
            default: null,
            description: '__type__: blocks above it are warned of, MiB',
          },
        },
      },
    },
  ],
  contracts: MEMORY_CONTRACTS,
};

const checker: Checker = {
  async check(ruleSet, data, context) {
    // What takes time to import is imported when it is needed.
    const { checkAll } = await import('./check.js');
    const largestMb =
      context.config.get<number | null>('memory.checker.__key___largest_mb') ?? null;
    return checkAll(ruleSet, data, context, largestMb);
  },
};

/** Importing this module does nothing; this is called when the plugin is loaded. */
export const register: Plugin['register'] = (container) => {
  container.register(CHECKER, { useValue: checker });
};
