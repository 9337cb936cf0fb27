import type { RlInsightError } from '../errors/index.js';
import { unknownKey } from './errors.js';
import type { JsonSchema } from './json-schema.js';
import { acceptedTypes, acceptsType, childSchema, itemSchema } from './json-schema.js';
import type { SettingNode } from './node.js';
import { closestKey, neighbours } from './suggest.js';

export interface UnknownKey {
  readonly path: readonly string[];
  readonly node: SettingNode;
}

/** The keys in a node that its schema does not know; of a whole map that is unknown, the map's own key. */
export function unknownKeysIn(
  node: SettingNode,
  schema: JsonSchema,
  path: readonly string[] = [],
): readonly UnknownKey[] {
  if (node.kind === 'leaf') return [];
  if (node.kind === 'list') {
    const items = itemSchema(schema);
    return node.items.flatMap((item, index) => unknownKeysIn(item, items, [...path, `${index}`]));
  }
  // A map where none may be is of the wrong type; its keys are not the matter.
  if (!acceptsType(acceptedTypes(schema), 'object')) return [];
  return [...node.entries].flatMap(([name, item]) => {
    const child = childSchema(schema, name);
    const at = [...path, name];
    return child === undefined ? [{ path: at, node: item }] : unknownKeysIn(item, child, at);
  });
}

export function unknownKeyError({ path, node }: UnknownKey, schema: JsonSchema): RlInsightError {
  const key = path.join('.');
  const nearest = closestKey(key, schema);
  const { source, span } = node;
  return unknownKey({ key, source, span }, nearest, neighbours(nearest ?? key, schema));
}
