import type {
  ConfigFragment,
  ConfigView,
  Parser,
  Plugin,
  PluginDescriptor,
  RankList,
  RuleSet,
  StageContext,
} from '@rl-insight/core';
import { MEMORY_CONTRACTS, MEMORY_EVENTS } from '@rl-insight/memory-contract/contracts';
import type { LogSelection } from './selection.js';
import { PACKAGE } from './version.js';

/** Kind of the rules that this parser's input is checked by. */
export const RMM_LOG = 'rmm_log';

const PARSER = `memory.parser.${RMM_LOG}`;
const RULES = `memory.rules.${RMM_LOG}`;
const RANGES_KEY = 'memory.parser.ranges';

const config: readonly ConfigFragment[] = [
  {
    key: 'memory.parser',
    schema: {
      type: 'object',
      properties: {
        ranges: {
          type: ['string', 'null'],
          default: null,
          description:
            'export of Nsight Systems (SQLite) of the same run, for the user ranges that a log of RMM has not',
        },
      },
    },
  },
];

/** What this package provides. */
export const descriptor: PluginDescriptor = {
  name: PACKAGE.name,
  version: PACKAGE.version,
  apiVersion: 1,
  provides: [
    { id: PARSER, title: 'logs of RMM’s allocations: CSV, one a device, or in an executor’s log' },
    { id: RULES, title: 'what a log of RMM must have' },
  ],
  config,
  contracts: MEMORY_CONTRACTS,
};

function selectionOf(config: ConfigView): LogSelection {
  return {
    ranks: config.get<RankList>('input.rank_list') ?? 'all',
    role: config.get<string | null>('memory.parser.role') ?? null,
    step: config.get<number | null>('memory.parser.step') ?? null,
    ranges: config.get<string | null>(RANGES_KEY) ?? null,
  };
}

async function* streams(path: string, selection: LogSelection, context: StageContext) {
  const { streamLogs } = await import('./parse.js');
  yield* streamLogs(path, selection, context);
}

/** Reads logs. What it takes to do so is imported when it is asked to. */
const parser: Parser = {
  inputKind: RMM_LOG,
  async detect(path, signal) {
    const { detectLogs } = await import('./discover/detect.js');
    return detectLogs(path, signal);
  },
  async *parse(path, context) {
    const { parseLogs } = await import('./parse.js');
    yield* parseLogs(path, selectionOf(context.config), context);
  },
  streams: {
    contract: MEMORY_EVENTS,
    read(path, context) {
      const selection = selectionOf(context.config);
      // Ranges are told by tables only.
      return selection.ranges === null ? streams(path, selection, context) : undefined;
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
