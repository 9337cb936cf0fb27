import type {
  ConfigView,
  Parser,
  Plugin,
  PluginDescriptor,
  RankList,
  RuleSet,
} from '@rl-insight/core';
import { MEMORY_CONTRACTS, MEMORY_EVENTS } from '@rl-insight/memory-contract/contracts';
import type { LogSelection } from './selection.js';
import { PACKAGE } from './version.js';

/** Kind of the rules that this parser's input is checked by. */
export const RMM_LOG = 'rmm_log';

const PARSER = `memory.parser.${RMM_LOG}`;
const RULES = `memory.rules.${RMM_LOG}`;

/** What this package provides. */
export const descriptor: PluginDescriptor = {
  name: PACKAGE.name,
  version: PACKAGE.version,
  apiVersion: 1,
  provides: [
    { id: PARSER, title: 'logs of RMM’s allocations: CSV, one a device, or in an executor’s log' },
    { id: RULES, title: 'what a log of RMM must have' },
  ],
  contracts: MEMORY_CONTRACTS,
};

function selectionOf(config: ConfigView): LogSelection {
  return {
    ranks: config.get<RankList>('input.rank_list') ?? 'all',
    role: config.get<string | null>('memory.parser.role') ?? null,
    step: config.get<number | null>('memory.parser.step') ?? null,
  };
}

/** Reads logs. What it takes to do so is imported when it is asked to. */
const parser: Parser = {
  inputKind: RMM_LOG,
  async *parse(path, context) {
    const { parseLogs } = await import('./parse.js');
    yield* parseLogs(path, selectionOf(context.config), context);
  },
  streams: {
    contract: MEMORY_EVENTS,
    async *read(path, context) {
      const { streamLogs } = await import('./parse.js');
      yield* streamLogs(path, selectionOf(context.config), context);
    },
  },
};

const rules: RuleSet = {
  kind: RMM_LOG,
  prepare: async (path, { signal }) => {
    // It throws where there is no log, and tells what there is.
    const { findLogs } = await import('./discover/find-logs.js');
    return { subject: await findLogs(String(path), signal) };
  },
  rules: () => [],
};

export const register: Plugin['register'] = (container) => {
  container.register(PARSER, { useValue: parser });
  container.register(RULES, { useValue: rules });
};
