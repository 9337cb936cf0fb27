import { stat } from 'node:fs/promises';
import type {
  ConfigFragment,
  Parser,
  Plugin,
  PluginDescriptor,
  RankList,
  RuleSet,
} from '@rl-insight/core';
import { inputMissing } from '@rl-insight/core/errors';
import { MEMORY_CONTRACTS } from '@rl-insight/memory-contract/contracts';
import { PACKAGE } from './version.js';

/** Kind of the rules that this parser's input is checked by. */
const EXEC_INPUT = 'exec_input';
const PARSER = 'memory.parser.exec';
const RULES = `memory.rules.${EXEC_INPUT}`;

const config: readonly ConfigFragment[] = [
  {
    key: 'memory.parser',
    schema: {
      type: 'object',
      properties: {
        command: {
          type: ['array', 'null'],
          items: { type: 'string' },
          default: null,
          description:
            'exec: program and words; {input} and {output} stand for the input and the folder to write to',
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
    { id: PARSER, title: 'a program of yours, in any language, that writes Arrow files' },
    { id: RULES, title: 'that the input is there' },
  ],
  config,
  contracts: MEMORY_CONTRACTS,
};

const parser: Parser = {
  inputKind: EXEC_INPUT,
  async *parse(path, context) {
    const { execParse } = await import('./exec-parse.js');
    const { config: values } = context;
    const request = {
      command: values.get<readonly string[] | null>('memory.parser.command') ?? [],
      ranks: values.get<RankList>('input.rank_list') ?? 'all',
      role: values.get<string | null>('memory.parser.role') ?? null,
      step: values.get<number | null>('memory.parser.step') ?? null,
    };
    yield* execParse(path, request, context);
  },
};

/** What the input must be only the program knows. */
const rules: RuleSet = {
  kind: EXEC_INPUT,
  prepare: async (path) => {
    const known = await stat(String(path)).catch(() => undefined);
    if (known === undefined) throw inputMissing(String(path));
    return { subject: path };
  },
  rules: () => [],
};

export const register: Plugin['register'] = (container) => {
  container.register(PARSER, { useValue: parser });
  container.register(RULES, { useValue: rules });
};
