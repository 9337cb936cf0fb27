import type { ConfigValue } from './value.js';
import { isConfigList, isConfigMap } from './value.js';

export type JsonType = 'null' | 'boolean' | 'integer' | 'number' | 'string' | 'array' | 'object';

/** The part of JSON Schema draft-07 that a plugin may use for its keys. */
export interface JsonSchema {
  readonly type?: JsonType | readonly JsonType[];
  readonly title?: string;
  readonly description?: string;
  /** Taken as it stands: a default is not interpolated. */
  readonly default?: ConfigValue;
  readonly enum?: readonly ConfigValue[];
  readonly const?: ConfigValue;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly exclusiveMinimum?: number;
  readonly exclusiveMaximum?: number;
  readonly multipleOf?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly pattern?: string;
  readonly items?: JsonSchema;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly uniqueItems?: boolean;
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: boolean | JsonSchema;
  readonly anyOf?: readonly JsonSchema[];
  readonly oneOf?: readonly JsonSchema[];
}

/** Names that reach an object's prototype; no configuration has such a key, not even an open map. */
const REFUSED_NAMES: ReadonlySet<string> = new Set(['__proto__', 'constructor', 'prototype']);

export function branchesOf(schema: JsonSchema): readonly JsonSchema[] {
  return schema.anyOf ?? schema.oneOf ?? [];
}

/** The types that the schema lets in, null when it lets in any. */
export function acceptedTypes(schema: JsonSchema): ReadonlySet<JsonType> | null {
  if (schema.type !== undefined) {
    return new Set(typeof schema.type === 'string' ? [schema.type] : schema.type);
  }
  if (schema.enum !== undefined) return new Set(schema.enum.map(typeOf));
  if (schema.const !== undefined) return new Set([typeOf(schema.const)]);
  const branches = branchesOf(schema);
  if (branches.length === 0) return null;
  const all = new Set<JsonType>();
  for (const branch of branches) {
    const types = acceptedTypes(branch);
    if (types === null) return null;
    for (const type of types) all.add(type);
  }
  return all;
}

export function typeOf(value: ConfigValue): JsonType {
  if (value === null) return 'null';
  if (isConfigList(value)) return 'array';
  if (isConfigMap(value)) return 'object';
  switch (typeof value) {
    case 'bigint':
      return 'integer';
    case 'number':
      return Number.isInteger(value) ? 'integer' : 'number';
    case 'boolean':
      return 'boolean';
    default:
      return 'string';
  }
}

export function acceptsType(types: ReadonlySet<JsonType> | null, type: JsonType): boolean {
  return types === null || types.has(type) || (type === 'integer' && types.has('number'));
}

/** A group only gathers keys below it and always exists; its keys are what a person sets. */
export function isGroup(schema: JsonSchema): boolean {
  return schema.type === 'object' && schema.properties !== undefined;
}

/** What stands below `key` in a map of this schema; undefined when there is no such key. */
export function childSchema(schema: JsonSchema, key: string): JsonSchema | undefined {
  if (REFUSED_NAMES.has(key)) return undefined;
  const declared = schema.properties;
  if (declared !== undefined && Object.hasOwn(declared, key)) return declared[key];
  const branches = branchesOf(schema);
  for (const branch of branches) {
    const found = childSchema(branch, key);
    if (found !== undefined) return found;
  }
  if (branches.length > 0 || !isOpenMap(schema)) return undefined;
  return typeof schema.additionalProperties === 'object' ? schema.additionalProperties : {};
}

/** Whether keys can be added that the schema does not name. */
export function isOpenMap(schema: JsonSchema): boolean {
  return (
    acceptsType(acceptedTypes(schema), 'object') &&
    (schema.additionalProperties ?? true) !== false &&
    branchesOf(schema).every(isOpenMap)
  );
}

export function itemSchema(schema: JsonSchema): JsonSchema {
  if (schema.items !== undefined) return schema.items;
  return branchesOf(schema).find((branch) => branch.items !== undefined)?.items ?? {};
}

/** The schema at a path; in a list, the schema of its items. Undefined when there is no such key. */
export function schemaAt(schema: JsonSchema, path: readonly string[]): JsonSchema | undefined {
  let found: JsonSchema | undefined = schema;
  for (const name of path) {
    if (found === undefined) return undefined;
    const types = acceptedTypes(found);
    const isItem = types?.has('array') === true && /^\d+$/.test(name);
    found = isItem ? itemSchema(found) : childSchema(found, name);
  }
  return found;
}
