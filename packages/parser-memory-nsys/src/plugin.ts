import type {
  ConfigView,
  Parser,
  Plugin,
  PluginDescriptor,
  RankList,
  RuleSet,
} from '@rl-insight/core';
import { MEMORY_CONTRACTS } from '@rl-insight/memory-contract/contracts';
import type { NsysSelection } from './selection.js';
import { PACKAGE } from './version.js';

/** Kind of the rules that this parser's input is checked by. */
export const NSYS = 'nsys';

const PARSER = `memory.parser.${NSYS}`;
const RULES = `memory.rules.${NSYS}`;

/** What this package provides. */
export const descriptor: PluginDescriptor = {
  name: PACKAGE.name,
  version: PACKAGE.version,
  apiVersion: 1,
  provides: [
    { id: PARSER, title: 'Nsight Systems with --cuda-memory-usage=true: SQLite export, or report' },
    { id: RULES, title: 'what an export of Nsight Systems must be' },
  ],
  contracts: MEMORY_CONTRACTS,
};

function selectionOf(config: ConfigView): NsysSelection {
  return {
    ranks: config.get<RankList>('input.rank_list') ?? 'all',
    role: config.get<string | null>('memory.parser.role') ?? null,
    step: config.get<number | null>('memory.parser.step') ?? null,
  };
}

/** Reads exports. What it takes to do so is imported when it is asked to. */
const parser: Parser = {
  inputKind: NSYS,
  async detect(path, signal) {
    const { detectExports } = await import('./discover/detect.js');
    return detectExports(path, signal);
  },
  async *parse(path, context) {
    const { parseExports } = await import('./parse.js');
    yield* parseExports(path, selectionOf(context.config), context);
  },
};

const rules: RuleSet = {
  kind: NSYS,
  prepare: async (path, { signal }) => {
    // It throws where there is none, and tells what there is.
    const { findExports } = await import('./discover/find-exports.js');
    return { subject: await findExports(String(path), signal) };
  },
  rules: () => [],
};

export const register: Plugin['register'] = (container) => {
  container.register(PARSER, { useValue: parser });
  container.register(RULES, { useValue: rules });
};
