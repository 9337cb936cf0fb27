import { isRlInsightError } from '../errors/index.js';
import type { TextPlace } from './bracketed.js';
import { readBareList, readBracketed } from './bracketed.js';
import { sweepNotSupported } from './errors.js';
import type { JsonSchema, JsonType } from './json-schema.js';
import { acceptedTypes, acceptsType, childSchema, itemSchema, typeOf } from './json-schema.js';
import { unknownKeysIn } from './known-keys.js';
import type { Leaf, SettingNode } from './node.js';
import { readScalarAs } from './scalar-text.js';
import { mayRefer } from './template.js';
import type { ConfigMap, ConfigScalar, ConfigValue } from './value.js';
import { isConfigList, isConfigMap, scalarText } from './value.js';
import {
  hasBareComma,
  looksBracketed,
  plainLeaf,
  readQuotedLeaf,
  readValueNode,
} from './value-grammar.js';

/**
 * A value of the command line (or of the environment) as its schema wants it. A text that may be a string is never
 * taken apart; a comma makes a list only of what has to be one.
 *
 * @throws RlInsightError `config-syntax`, `config-sweep`
 */
export function readTypedText(place: TextPlace, schema: JsonSchema): SettingNode {
  const types = acceptedTypes(schema);
  if (types === null) return readValueNode(place);
  const isText = types.has('string') && !types.has('array') && !types.has('object');
  if (!isText && looksBracketed(place)) return readBracketed(place);
  const quoted = readQuotedLeaf(place);
  const leaf = quoted ?? plainLeaf(place);
  if (types.has('string') || isNullFor(types, leaf)) return leaf;
  if (types.has('array')) return readItems(place, leaf);
  if (quoted === undefined && hasBareComma(place)) {
    const { key = 'the value', word, start } = place;
    throw sweepNotSupported(key, word, { start, end: word.length });
  }
  return leaf;
}

/** The value of a node as the schema wants it; where it does not fit, as it stands, for the validator to refuse. */
export function fitNode(node: SettingNode, schema: JsonSchema): ConfigValue {
  if (node.kind === 'leaf') return fitLeaf(node, schema);
  if (node.kind === 'list') return node.items.map((item) => fitNode(item, itemSchema(schema)));
  const entries = [...node.entries].map(([name, item]): [string, ConfigValue] => [
    name,
    fitNode(item, childSchema(schema, name) ?? {}),
  ]);
  return completeMap(Object.fromEntries(entries), schema);
}

export function fitLeaf({ value, text }: Leaf, schema: JsonSchema): ConfigScalar {
  const types = acceptedTypes(schema);
  if (types === null || text === undefined || acceptsType(types, typeOf(value))) return value;
  return readScalarAs(text, types) ?? value;
}

/** The map with the defaults of absent keys, in the order of the schema, keys of an open map last. */
export function completeMap(map: ConfigMap, schema: JsonSchema): ConfigMap {
  const complete: Record<string, ConfigValue> = {};
  for (const [name, child] of Object.entries(schema.properties ?? {})) {
    const value = Object.hasOwn(map, name) ? map[name] : defaultOf(child);
    if (value !== undefined) complete[name] = value;
  }
  return { ...complete, ...map };
}

/**
 * A value that a reference gave, as the schema of the referring key wants it. A text is read as on the command line;
 * where that fails it stays, for the validator to refuse at the place of the reference.
 */
export function fitResolved(value: ConfigValue, schema: JsonSchema): ConfigValue {
  const types = acceptedTypes(schema);
  if (acceptsType(types, typeOf(value))) {
    return isConfigMap(value) ? completeMap(value, schema) : value;
  }
  if (typeof value === 'string') {
    const source = { kind: 'command line', word: value } as const;
    try {
      const node = readTypedText({ word: value, start: 0, source }, schema);
      return unknownKeysIn(node, schema).length === 0 ? fitNode(node, schema) : value;
    } catch (error) {
      if (isRlInsightError(error)) return value;
      throw error;
    }
  }
  const isScalar = !isConfigMap(value) && !isConfigList(value) && value !== null;
  return isScalar && types?.has('string') === true ? scalarText(value) : value;
}

function defaultOf({ default: value }: JsonSchema): ConfigValue | undefined {
  return isConfigMap(value) ? { ...value } : value;
}

function isNullFor(types: ReadonlySet<JsonType>, leaf: Leaf): boolean {
  return leaf.value === null && types.has('null');
}

function readItems(place: TextPlace, leaf: Leaf): SettingNode {
  const { word, start, source } = place;
  const text = word.slice(start);
  // A reference may stand for the whole list.
  if (mayRefer(text) && !hasBareComma(place)) return leaf;
  if (text.trim() === '') {
    return { kind: 'list', items: [], source, span: { start, end: word.length } };
  }
  return readBareList(place);
}
