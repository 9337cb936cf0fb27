import { packageName } from '@rl-insight/core/package-name';
import { MEMORY_CONTRACTS } from '@rl-insight/memory-contract/contracts';

const { name, version } = packageName(new URL('../package.json', import.meta.url));

/** Kind of the rules that the input is checked by before it is parsed. */
const INPUT = '__type___file';
const PARSER = 'memory.parser.__type__';
const RULES = `memory.rules.${INPUT}`;

/**
 * What this package provides; plain data.
 *
 * @type {import('@rl-insight/core').PluginDescriptor}
 */
export const descriptor = {
  name,
  version,
  apiVersion: 1,
  provides: [
    { id: PARSER, title: 'blocks of memory as CSV: name,bytes,start_ns,end_ns' },
    { id: RULES, title: 'what such a file must be' },
  ],
  contracts: MEMORY_CONTRACTS,
};

/** @type {import('@rl-insight/core').Parser} */
const parser = {
  inputKind: INPUT,
  async detect(path) {
    const { detectFile } = await import('./parse.js');
    return detectFile(path);
  },
  async *parse(path, context) {
    // What takes time to import is imported when it is needed.
    const { parseFile } = await import('./parse.js');
    yield* parseFile(path, context);
  },
};

/**
 * The input is checked while it is read; rules that need a look at all of it stand here.
 *
 * @type {import('@rl-insight/core').RuleSet}
 */
const rules = {
  kind: INPUT,
  prepare: async (path) => ({ subject: path }),
  rules: () => [],
};

/**
 * Importing this module does nothing; this is called when the plugin is loaded.
 *
 * @type {import('@rl-insight/core').Plugin['register']}
 */
export const register = (container) => {
  container.register(PARSER, { useValue: parser });
  container.register(RULES, { useValue: rules });
};
