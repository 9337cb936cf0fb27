import type {
  ConfigFragment,
  Parser,
  Plugin,
  PluginDescriptor,
  RankList,
  Rule,
  RuleSet,
} from '@rl-insight/core';
import { MEMORY_CONTRACTS } from '@rl-insight/memory-contract/contracts';
import { captureRules, prepareCaptures } from './rules/captures.js';
import type { CaptureSelection } from './selection.js';
import { PACKAGE } from './version.js';

/** Kind of the rules that this parser's input is checked by. */
export const ASCEND_MEMORY = 'ascend_memory';

const PARSER = 'memory.parser.memory';
const RULES = `memory.rules.${ASCEND_MEMORY}`;

const config: readonly ConfigFragment[] = [
  {
    key: 'memory.parser',
    schema: {
      type: 'object',
      properties: {
        role: {
          type: ['string', 'null'],
          default: null,
          description: 'keep captures of this role only',
        },
        step: {
          type: ['integer', 'null'],
          minimum: 0,
          default: null,
          description:
            'keep this training step only; blocks that were there when it began stay, as holders',
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
    { id: PARSER, title: 'Ascend captures (*_ascend_pt), text export' },
    { id: RULES, title: 'what an Ascend capture must have' },
  ],
  config,
  contracts: MEMORY_CONTRACTS,
};

/** Reads Ascend captures. What it takes to do so is imported when it is asked to. */
const parser: Parser = {
  inputKind: ASCEND_MEMORY,
  async detect(path, signal) {
    const { detectCaptures } = await import('./discover/detect.js');
    return detectCaptures(path, signal);
  },
  async *parse(path, context) {
    const { parseCaptures } = await import('./parse.js');
    const selection: CaptureSelection = {
      ranks: context.config.get<RankList>('input.rank_list') ?? 'all',
      role: context.config.get<string | null>('memory.parser.role') ?? null,
      step: context.config.get<number | null>('memory.parser.step') ?? null,
    };
    yield* parseCaptures(path, selection, context, PACKAGE.producer);
  },
};

const rules: RuleSet = {
  kind: ASCEND_MEMORY,
  prepare: (path, context) => prepareCaptures(String(path), context.signal),
  rules: () => captureRules as readonly Rule[],
};

export const register: Plugin['register'] = (container) => {
  container.register(PARSER, { useValue: parser });
  container.register(RULES, { useValue: rules });
};
