import { availableParallelism } from 'node:os';
import type { PluginDescriptor } from '@rl-insight/core';
import { AUTO, composeSchema, type JsonSchema, selectionSchema } from '@rl-insight/core/config';
import { defaultMemoryLimitMb } from '@rl-insight/core/workers';
import { PRESETS } from './presets.js';

const SELECTABLE_STAGES = ['parser', 'checker', 'visualizer'] as const;

const STAGE_TEXT = {
  parser: 'what reads the input; auto: whichever knows its content',
  checker: 'what runs the rules',
  visualizer: 'what draws the result',
} as const;

/** The keys that every run has, whatever its domain. */
const COMMON: JsonSchema = {
  type: 'object',
  additionalProperties: false,
  properties: {
    input: {
      type: 'object',
      additionalProperties: false,
      properties: {
        path: {
          type: 'string',
          description: 'capture folder or file, or tables of an earlier run',
        },
        rank_list: {
          type: ['string', 'array', 'integer'],
          items: { type: 'integer', minimum: 0 },
          default: 'all',
          description: 'ranks to read: all, 0,3,8-15, or a list',
        },
      },
    },
    output: {
      type: 'object',
      additionalProperties: false,
      properties: {
        path: { type: 'string', default: 'output', description: 'folder for the results' },
        language: {
          type: 'string',
          enum: ['auto', 'en', 'zh'],
          default: 'auto',
          description: 'language of pages; auto: the reader’s browser decides',
        },
      },
    },
    runtime: {
      type: 'object',
      additionalProperties: false,
      properties: {
        workers: {
          type: 'integer',
          minimum: 1,
          maximum: 512,
          default: availableParallelism(),
          description: 'threads that read at once; the cores of this machine',
        },
        memory_limit_mb: {
          type: 'integer',
          minimum: 64,
          default: defaultMemoryLimitMb(),
          description: 'memory to stay within while reading, MiB; half of this machine’s',
        },
      },
    },
    report: {
      type: 'object',
      additionalProperties: false,
      properties: {
        internal_frames: {
          type: ['array', 'null'],
          items: { type: 'string' },
          default: null,
          description: 'frames that are not the user’s, as regular expressions; a built-in list',
        },
      },
    },
    plugins: {
      type: 'array',
      items: { type: 'string' },
      default: [],
      description: 'packages or paths to load besides the built-in ones',
    },
    discover_plugins: {
      type: 'boolean',
      default: true,
      description:
        'load plugins that the project’s package.json names: packages with the keyword rl-insight-plugin',
    },
  },
};

/** What the memory model asks for, whatever parser the tables came from. */
const TRACKING: JsonSchema = {
  type: 'object',
  additionalProperties: false,
  properties: {
    include: {
      type: ['array', 'null'],
      items: { type: 'string' },
      default: null,
      description: 'user ranges that are scopes: names, domain/name or /patterns/; all',
    },
    exclude: {
      type: 'array',
      items: { type: 'string' },
      default: [],
      description: 'user ranges inside which allocations count for no scope',
    },
  },
};

/** The types of each stage of each domain, by `<domain>.<stage>`. */
function stageTypes(descriptors: readonly PluginDescriptor[]): Map<string, string[]> {
  const types = new Map<string, string[]>();
  for (const { id } of descriptors.flatMap(({ provides }) => provides)) {
    const [domain, stage, type] = id.split('.');
    if (!SELECTABLE_STAGES.some((known) => known === stage)) continue;
    const key = `${domain}.${stage}`;
    types.set(key, [...(types.get(key) ?? []), type].sort());
  }
  return types;
}

/** The schema of the whole configuration: common keys, types of stages, keys of the plugins. */
export function configSchema(descriptors: readonly PluginDescriptor[]): JsonSchema {
  const stages = [...stageTypes(descriptors)].map(([key, types]) => {
    const stage = key.split('.')[1] as (typeof SELECTABLE_STAGES)[number];
    const only = stage === 'checker' && types.length === 1 ? types[0] : null;
    const type: JsonSchema = {
      type: ['string', 'null'],
      enum: [...(stage === 'parser' ? [AUTO] : []), ...types, null],
      default: stage === 'parser' ? AUTO : only,
      description: STAGE_TEXT[stage],
    };
    return { key, schema: { type: 'object', properties: { type } } as JsonSchema };
  });
  const fragments = descriptors.flatMap(({ name, config }) =>
    (config ?? []).map((fragment) => ({ ...fragment, owner: name })),
  );
  return composeSchema([
    { key: '', schema: selectionSchema(Object.keys(PRESETS)) },
    { key: '', schema: COMMON },
    ...stages,
    { key: 'memory.tracking', schema: TRACKING },
    ...fragments,
  ]);
}

/** A schema that takes any key, for finding out which plugins to load. */
export const PLUGIN_LIST_SCHEMA: JsonSchema = composeSchema([
  { key: '', schema: selectionSchema(Object.keys(PRESETS)) },
  {
    key: '',
    schema: {
      type: 'object',
      additionalProperties: true,
      properties: {
        plugins: COMMON.properties?.plugins ?? {},
        discover_plugins: COMMON.properties?.discover_plugins ?? {},
      },
    },
  },
]);
