import type { JsonSchema, JsonType } from './json-schema.js';
import { acceptedTypes, branchesOf } from './json-schema.js';
import type { ConfigValue } from './value.js';
import { isConfigList, isConfigMap, jsonText, scalarText } from './value.js';

const PLURALS: Readonly<Record<JsonType, string>> = {
  null: 'nulls',
  boolean: 'true or false values',
  integer: 'integers',
  number: 'numbers',
  string: 'strings',
  array: 'lists',
  object: 'maps',
};

/** What a value of this schema has to be, as the words that follow "must be". */
export function describeSchema(schema: JsonSchema): string {
  const allowed = allowedValues(schema);
  if (allowed !== null) {
    return allowed.length === 1 ? allowed.join('') : `one of ${allowed.join(', ')}`;
  }
  const types = acceptedTypes(schema);
  if (schema.type === undefined) {
    const branches = branchesOf(schema).map(describeSchema);
    return branches.length > 0 ? [...new Set(branches)].join(' or ') : 'any value';
  }
  return [...(types ?? [])].map((type) => describeType(type, schema)).join(' or ');
}

/** The values of an enum or const as one writes them, sorted; null when the schema has neither. */
export function allowedValues(schema: JsonSchema): readonly string[] | null {
  if (schema.const !== undefined) return [writtenValue(schema.const)];
  return schema.enum === undefined ? null : schema.enum.map(writtenValue).sort();
}

/** A value as it stands in a message: strings bare where they are meant to be typed. */
export function writtenValue(value: ConfigValue): string {
  if (value === '') return "''";
  return isConfigList(value) || isConfigMap(value) ? jsonText(value) : scalarText(value);
}

function describeType(type: JsonType, schema: JsonSchema): string {
  switch (type) {
    case 'null':
      return 'null';
    case 'boolean':
      return 'true or false';
    case 'integer':
      return `an integer${describeRange(schema)}`;
    case 'number':
      return `a number${describeRange(schema)}`;
    case 'string':
      return describeString(schema);
    case 'array':
      return describeList(schema);
    case 'object':
      return describeMap(schema);
  }
}

function describeRange(schema: JsonSchema): string {
  const limits = [
    ...limit('of at least', schema.minimum),
    ...limit('above', schema.exclusiveMinimum),
    ...limit('of at most', schema.maximum),
    ...limit('below', schema.exclusiveMaximum),
    ...limit('that is a multiple of', schema.multipleOf),
  ];
  return limits.length === 0 ? '' : ` ${limits.join(' and ')}`;
}

function limit(words: string, bound: number | undefined): string[] {
  return bound === undefined ? [] : [`${words} ${bound}`];
}

function describeString({ minLength = 0, maxLength, pattern }: JsonSchema): string {
  const lengths = [
    ...(minLength > 1 ? [`at least ${minLength}`] : []),
    ...(maxLength === undefined ? [] : [`at most ${maxLength}`]),
  ];
  const length = lengths.length === 0 ? '' : ` of ${lengths.join(' and ')} characters`;
  const form = pattern === undefined ? '' : ` that matches /${pattern}/`;
  return `${minLength === 1 ? 'a non-empty string' : 'a string'}${length}${form}`;
}

function describeList({ items = {}, minItems, maxItems, uniqueItems }: JsonSchema): string {
  const simple = typeof items.type === 'string' && items.enum === undefined ? items.type : null;
  const described = describeSchema(items);
  const limits = [
    ...(minItems === undefined ? [] : [`with at least ${minItems} ${countedItems(minItems)}`]),
    ...(maxItems === undefined ? [] : [`with at most ${maxItems} ${countedItems(maxItems)}`]),
    ...(uniqueItems === true ? ['without repeated items'] : []),
  ];
  // Bounds of the items would be lost in a plural; they are told in full.
  const plural = simple !== null && described === describeSchema({ type: simple });
  if (plural) return ['a list of', PLURALS[simple], ...limits].join(' ');
  if (described === 'any value') return ['a list', ...limits].join(' ');
  return ['a list', ...limits, `whose items are each ${described}`].join(' ');
}

function countedItems(count: number): string {
  return count === 1 ? 'item' : 'items';
}

function describeMap({ properties }: JsonSchema): string {
  const keys = Object.keys(properties ?? {});
  if (keys.length === 0) return 'a map';
  return `a map with the ${keys.length === 1 ? 'key' : 'keys'} ${keys.join(', ')}`;
}
