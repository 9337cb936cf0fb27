import type { RlInsightError } from '../errors/index.js';
import { isRlInsightError } from '../errors/index.js';
import { writtenValue } from './describe.js';
import { needlessPlus, resetDoesNotMatch, unknownKey } from './errors.js';
import type { Environment } from './interpolate.js';
import { Interpolator } from './interpolate.js';
import type { JsonSchema } from './json-schema.js';
import { isOpenMap, schemaAt } from './json-schema.js';
import { defaultLayer, mergeLayer } from './layers.js';
import type { MapNode, SettingNode } from './node.js';
import { emptyMap, placeAt, reach } from './node.js';
import type { Override, ResetOverride, SetOverride } from './override.js';
import { closestKey, neighbours } from './suggest.js';
import { fitNode, readTypedText } from './typed-text.js';
import { sameValue } from './value.js';

/** Carries out one word of the command line on the settings, which stay as they are where it is refused. */
export function applyOverride(
  settings: MapNode,
  override: Override,
  schema: JsonSchema,
  environment: Environment,
): readonly RlInsightError[] {
  const place = schemaAt(schema, override.path);
  if (place === undefined || isAbsentAddition(settings, override, schema)) {
    return [unknownOverride(override, schema)];
  }
  try {
    return override.operation === 'reset'
      ? reset(settings, override, schema, environment)
      : set(settings, override, place, schema);
  } catch (error) {
    if (isRlInsightError(error)) return [error];
    throw error;
  }
}

function set(
  settings: MapNode,
  override: SetOverride,
  place: JsonSchema,
  schema: JsonSchema,
): readonly RlInsightError[] {
  const { operation, key, word, path } = override;
  const parent = schemaAt(schema, path.slice(0, -1));
  if (operation === 'add' && (parent === undefined || !isOpenMap(parent))) {
    return [needlessPlus(key, word)];
  }
  const layer = emptyMap(sourceOf(override));
  placeAt(layer, path, valueNode(override, override.valueStart, place));
  return mergeLayer(settings, layer, schema);
}

function reset(
  settings: MapNode,
  override: ResetOverride,
  schema: JsonSchema,
  environment: Environment,
): readonly RlInsightError[] {
  const { path, key, word, valueStart } = override;
  const place = schemaAt(schema, path) ?? {};
  if (valueStart !== null) {
    const wanted = fitNode(valueNode(override, valueStart, place), place);
    const isSet = reach(settings, path).depth === path.length;
    const current = isSet
      ? new Interpolator(settings, schema, environment).valueAt(path).value
      : undefined;
    if (current === undefined || !sameValue(current, wanted)) {
      const shown = current === undefined ? 'not set' : writtenValue(current);
      return [resetDoesNotMatch(key, word, { start: valueStart, end: word.length }, shown)];
    }
  }
  const parent = reach(settings, path.slice(0, -1));
  if (parent.depth === path.length - 1 && parent.node.kind === 'map') {
    parent.node.entries.delete(path.at(-1) ?? '');
  }
  const byDefault = reach(defaultLayer(schema), path);
  if (byDefault.depth === path.length) placeAt(settings, path, byDefault.node);
  return [];
}

/** Of an open map, only a key that it has can be taken back. */
function isAbsentAddition(settings: MapNode, override: Override, schema: JsonSchema): boolean {
  if (override.operation !== 'reset') return false;
  const { path } = override;
  if (reach(settings, path).depth === path.length) return false;
  const { properties } = schemaAt(schema, path.slice(0, -1)) ?? {};
  return properties === undefined || !Object.hasOwn(properties, path.at(-1) ?? '');
}

function valueNode(override: Override, start: number, place: JsonSchema): SettingNode {
  const { key, word } = override;
  return readTypedText({ key, word, start, source: sourceOf(override) }, place);
}

function sourceOf({ word }: Override) {
  return { kind: 'command line', word } as const;
}

function unknownOverride(override: Override, schema: JsonSchema): RlInsightError {
  const { key } = override;
  const nearest = closestKey(key, schema);
  const setting = { key, source: sourceOf(override) };
  return unknownKey(setting, nearest, neighbours(nearest ?? key, schema));
}
