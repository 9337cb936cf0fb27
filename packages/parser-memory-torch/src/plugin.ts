import type {
  ConfigFragment,
  ConfigView,
  Parser,
  Plugin,
  PluginDescriptor,
  Provision,
  RankList,
  RuleSet,
} from '@rl-insight/core';
import { MEMORY_CONTRACTS } from '@rl-insight/memory-contract/contracts';
import type { DeviceKind, SnapshotSelection } from './selection.js';
import { PACKAGE } from './version.js';

/** Kind of the rules that the input of the snapshot parser is checked by. */
export const TORCH_SNAPSHOT = 'torch_snapshot';

const config: readonly ConfigFragment[] = [
  {
    key: 'input',
    schema: {
      type: 'object',
      properties: {
        rank_pattern: {
          type: ['string', 'null'],
          default: null,
          description:
            'regular expression whose group is the rank in a file’s name; by parser if null',
        },
      },
    },
  },
  {
    key: 'memory.parser',
    schema: {
      type: 'object',
      properties: {
        device: {
          type: 'string',
          enum: ['auto', 'GPU', 'NPU'],
          default: 'auto',
          description:
            'kind of device of a PyTorch snapshot; auto: GPU unless the file tells otherwise',
        },
      },
    },
  },
];

function selectionOf(config: ConfigView): SnapshotSelection {
  return {
    ranks: config.get<RankList>('input.rank_list') ?? 'all',
    role: config.get<string | null>('memory.parser.role') ?? null,
    step: config.get<number | null>('memory.parser.step') ?? null,
    device: config.get<DeviceKind>('memory.parser.device') ?? 'auto',
    rankPattern: config.get<string | null>('input.rank_pattern') ?? null,
  };
}

/** Reads snapshots. What it takes to do so is imported when it is asked to. */
const snapshotParser: Parser = {
  inputKind: TORCH_SNAPSHOT,
  async detect(path, signal) {
    const { detectSnapshots } = await import('./discover/detect.js');
    return detectSnapshots(path, signal);
  },
  async *parse(path, context) {
    const { parseSnapshots } = await import('./parse.js');
    yield* parseSnapshots(path, selectionOf(context.config), context);
  },
};

const snapshotRules: RuleSet = {
  kind: TORCH_SNAPSHOT,
  prepare: async (path, { signal, config }) => {
    // It throws where there is none, and tells what there is.
    const { findSnapshots } = await import('./discover/find-snapshots.js');
    const { rankPattern } = selectionOf(config);
    return { subject: await findSnapshots(String(path), rankPattern, signal) };
  },
  rules: () => [],
};

/** Kind of the rules that the input of the trace parser is checked by. */
export const TORCH_TRACE = 'torch_trace';

/** Reads traces. */
const traceParser: Parser = {
  inputKind: TORCH_TRACE,
  async detect(path, signal) {
    const { detectTraces } = await import('./discover/detect.js');
    return detectTraces(path, signal);
  },
  async *parse(path, context) {
    const { parseTraces } = await import('./trace/parse-traces.js');
    yield* parseTraces(path, selectionOf(context.config), context);
  },
};

const traceRules: RuleSet = {
  kind: TORCH_TRACE,
  prepare: async (path, { signal, config }) => {
    const { findTraces } = await import('./trace/find-traces.js');
    const { rankPattern } = selectionOf(config);
    return { subject: await findTraces(String(path), rankPattern, signal) };
  },
  rules: () => [],
};

/** What one source of this package provides. */
interface Source extends Provision {
  readonly value: Parser | RuleSet;
}

/** Every source of PyTorch. */
const SOURCES: readonly Source[] = [
  {
    id: `memory.parser.${TORCH_SNAPSHOT}`,
    title: 'memory snapshots of PyTorch’s caching allocator (_dump_snapshot)',
    value: snapshotParser,
  },
  {
    id: `memory.rules.${TORCH_SNAPSHOT}`,
    title: 'what a memory snapshot of PyTorch must be',
    value: snapshotRules,
  },
  {
    id: `memory.parser.${TORCH_TRACE}`,
    title: 'traces of PyTorch’s profiler with profile_memory=True (Kineto)',
    value: traceParser,
  },
  {
    id: `memory.rules.${TORCH_TRACE}`,
    title: 'what a trace of PyTorch’s profiler must be',
    value: traceRules,
  },
];

/** What this package provides. */
export const descriptor: PluginDescriptor = {
  name: PACKAGE.name,
  version: PACKAGE.version,
  apiVersion: 1,
  provides: SOURCES.map(({ id, title }) => ({ id, title })),
  config,
  contracts: MEMORY_CONTRACTS,
};

export const register: Plugin['register'] = (container) => {
  for (const { id, value } of SOURCES) container.register(id, { useValue: value });
};
