import type { RlInsightError } from '../errors/index.js';
import { isRlInsightError } from '../errors/index.js';
import { applyOverride } from './apply.js';
import { composeSchema } from './compose.js';
import { combineErrors } from './errors.js';
import type { Environment } from './interpolate.js';
import { Interpolator } from './interpolate.js';
import type { JsonSchema } from './json-schema.js';
import { defaultLayer, mergeLayer } from './layers.js';
import type { MapNode } from './node.js';
import { mapNodeOf } from './node.js';
import type { Override } from './override.js';
import { parseOverride } from './override.js';
import type { ResolvedConfig } from './resolved-config.js';
import { makeResolvedConfig } from './resolved-config.js';
import type { ChosenPreset, Presets, ReadFile } from './selection.js';
import {
  chosenFiles,
  inferredPreset,
  namedPreset,
  readLayers,
  refusedPreset,
  selectionSchema,
} from './selection.js';
import { settleAll } from './settle.js';

export interface ConfigRequest {
  /** From `composeSchema`; `preset` and `config_path` are added where it lacks them. */
  readonly schema: JsonSchema;
  readonly presets?: Presets;
  /** Words of the command line, in order, or what `parseOverride` made of them. */
  readonly overrides?: readonly (string | Override)[];
  /** YAML files to read before those of `config_path=`. */
  readonly configPaths?: readonly string[];
  /** Reads from the disk unless given. */
  readonly readFile?: ReadFile;
  /** The process's own unless given. */
  readonly env?: Environment;
  /** Where relative `config_path`s start; the process's own unless given. Paths among the values stay as written. */
  readonly cwd?: string;
  /** Dotted keys that must have a value, as the stages about to run need them. */
  readonly required?: readonly string[];
  /** Whether a preset is chosen when none is named; it is unless this is false. */
  readonly inferPreset?: boolean;
}

/**
 * The configuration out of its layers, later ones winning: defaults of the schema, preset, YAML files, command line.
 *
 * @throws RlInsightError one for all that is wrong, with the code of its kind, or `config-invalid` for several kinds
 * @throws AssertionError when the schema or one of its defaults is wrong
 */
export async function resolveConfig(request: ConfigRequest): Promise<ResolvedConfig> {
  const { presets = {}, env = process.env } = request;
  const schema = withSelection(request.schema, Object.keys(presets));
  const errors: RlInsightError[] = [];
  const overrides = parseWords(request.overrides ?? [], errors);
  const { files, preset, isComplete } = await chooseLayers(request, schema, overrides, errors);

  const settings = defaultLayer(schema);
  if (preset !== null) {
    const layer = mapNodeOf(presets[preset.name] ?? {}, { kind: 'preset', preset: preset.name });
    errors.push(...mergeLayer(settings, layer, schema));
  }
  for (const file of files) errors.push(...mergeLayer(settings, file, schema));
  for (const override of overrides) {
    errors.push(...applyOverride(settings, override, schema, env));
  }
  const { name = null, source = { kind: 'default' } as const } = preset ?? {};
  settings.entries.set('preset', { kind: 'leaf', value: name, source });

  const interpolator = new Interpolator(settings, schema, env);
  const required = isComplete ? (request.required ?? []) : [];
  const values = await settleAll(settings, schema, interpolator, required, errors);
  const error = combineErrors(errors);
  if (error !== undefined) throw error;
  return makeResolvedConfig(values, schema, settings, interpolator);
}

interface ChosenLayers {
  readonly files: readonly MapNode[];
  readonly preset: ChosenPreset | null;
  /** Without a layer that was asked for, nothing can be said about what is missing. */
  readonly isComplete: boolean;
}

async function chooseLayers(
  request: ConfigRequest,
  schema: JsonSchema,
  overrides: readonly Override[],
  errors: RlInsightError[],
): Promise<ChosenLayers> {
  const { configPaths = [], env = process.env, cwd = process.cwd() } = request;
  const before = errors.length;
  const commandLine = defaultLayer(schema);
  // Words that are refused are told when they are applied for good.
  for (const override of overrides) applyOverride(commandLine, override, schema, env);
  const interpolator = new Interpolator(commandLine, schema, env);
  const paths = [...configPaths, ...attempt(() => chosenFiles(interpolator), [], errors)];
  const files = await readLayers(paths, cwd, request.readFile ?? readFromDisk, errors);
  const named = attempt(() => namedPreset(commandLine, interpolator, files), null, errors);
  const known = Object.keys(request.presets ?? {});
  if (named !== null && !known.includes(named.name)) {
    errors.push(refusedPreset(named, known));
    return { files, preset: null, isComplete: false };
  }
  const infers = request.inferPreset ?? true;
  const preset = named ?? (infers ? inferredPreset(known, overrides) : null);
  return { files, preset, isComplete: errors.length === before };
}

function withSelection(schema: JsonSchema, presetNames: readonly string[]): JsonSchema {
  const own = schema.properties ?? {};
  const { properties = {} } = selectionSchema(presetNames);
  const lacking = Object.entries(properties).filter(([key]) => !Object.hasOwn(own, key));
  const added = lacking.map(([key, child]) => ({ key, schema: child }));
  return composeSchema([...added, { key: '', schema }]);
}

function parseWords(
  words: readonly (string | Override)[],
  errors: RlInsightError[],
): readonly Override[] {
  return words.flatMap((word, index) => {
    if (typeof word !== 'string') return [word];
    return attempt(() => [parseOverride(word, index + 1)], [], errors);
  });
}

function attempt<T>(action: () => T, otherwise: T, errors: RlInsightError[]): T {
  try {
    return action();
  } catch (error) {
    if (!isRlInsightError(error)) throw error;
    errors.push(error);
    return otherwise;
  }
}

async function readFromDisk(path: string): Promise<string> {
  const { readFile } = await import('node:fs/promises');
  return readFile(path, 'utf8');
}
