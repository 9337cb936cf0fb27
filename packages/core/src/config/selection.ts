import { resolve } from 'node:path';
import type { RlInsightError } from '../errors/index.js';
import { isRlInsightError } from '../errors/index.js';
import { fileNotFound, fileUnreadable, unknownPreset } from './errors.js';
import type { Interpolator } from './interpolate.js';
import type { JsonSchema } from './json-schema.js';
import type { MapNode, SettingSource } from './node.js';
import { reach } from './node.js';
import type { Override } from './override.js';
import { closestTo } from './suggest.js';
import type { ConfigMap, ConfigValue } from './value.js';
import { isConfigList } from './value.js';
import { readYaml } from './yaml-source.js';

/** Gets an absolute path, gives the text of the file. */
export type ReadFile = (path: string) => string | Promise<string>;

/** Preset name to its nested keys. */
export type Presets = Readonly<Record<string, ConfigMap>>;

export interface ChosenPreset {
  readonly name: string;
  /** What made the choice. */
  readonly source: SettingSource;
}

/** The schemas of `preset` and `config_path`, which choose the layers below the command line. */
export function selectionSchema(presetNames: readonly string[]): JsonSchema {
  const names = [...presetNames].sort();
  return {
    type: 'object',
    additionalProperties: false,
    properties: {
      preset: {
        description: 'preset name; without one, the first key tells which',
        type: ['string', 'null'],
        default: null,
        ...(names.length > 0 && { enum: [...names, null] }),
      },
      config_path: {
        description: 'YAML files, later ones win; only taken from the command line',
        type: ['array', 'null'],
        items: { type: 'string' },
        default: null,
      },
    },
  };
}

/**
 * Reads the YAML files in order; what cannot be read goes to the errors.
 *
 * @param paths as written; relative ones start at `cwd`
 */
export async function readLayers(
  paths: readonly string[],
  cwd: string,
  readFile: ReadFile,
  errors: RlInsightError[],
): Promise<readonly MapNode[]> {
  const layers: MapNode[] = [];
  for (const path of paths) {
    try {
      layers.push(await readYaml(await readText(path, cwd, readFile), path));
    } catch (error) {
      if (!isRlInsightError(error)) throw error;
      errors.push(error);
    }
  }
  return layers;
}

async function readText(path: string, cwd: string, readFile: ReadFile): Promise<string> {
  try {
    return await readFile(resolve(cwd, path));
  } catch (error) {
    const isAbsent = error instanceof Error && 'code' in error && error.code === 'ENOENT';
    throw isAbsent ? fileNotFound(path, error) : fileUnreadable(path, error);
  }
}

/** `config_path` as the command line has it; one path or several. */
export function chosenFiles(onCommandLine: Interpolator): readonly string[] {
  const { value } = onCommandLine.valueAt(['config_path']);
  const paths: readonly ConfigValue[] = isConfigList(value) ? value : [value];
  return paths.filter((path): path is string => typeof path === 'string');
}

/** The preset named on the command line, else by the last file that names one. */
export function namedPreset(
  commandLine: MapNode,
  onCommandLine: Interpolator,
  files: readonly MapNode[],
): ChosenPreset | null {
  const { value } = onCommandLine.valueAt(['preset']);
  if (typeof value === 'string') {
    return { name: value, source: reach(commandLine, ['preset']).node.source };
  }
  const written = files.flatMap((file) => file.entries.get('preset') ?? []).at(-1);
  return written?.kind === 'leaf' && typeof written.value === 'string'
    ? { name: written.value, source: written.source }
    : null;
}

/** With no preset named: the first key whose domain has one, else the only one there is. */
export function inferredPreset(
  presetNames: readonly string[],
  overrides: readonly Override[],
): ChosenPreset | null {
  const telling = overrides.find(({ path }) => presetNames.includes(path[0] ?? ''));
  const [only] = presetNames;
  const name = telling?.path[0] ?? (presetNames.length === 1 ? only : undefined);
  if (name === undefined) return null;
  const note = telling === undefined ? 'the only preset' : `inferred from ${telling.key}`;
  return { name, source: { kind: 'default', note } };
}

export function refusedPreset(
  { name, source }: ChosenPreset,
  presetNames: readonly string[],
): RlInsightError {
  const known = [...presetNames].sort();
  return unknownPreset(name, source, known, closestTo(name, known));
}
