import type { RlInsightError } from '../errors/index.js';
import { describeSchema } from './describe.js';
import { wrongType } from './errors.js';
import type { JsonSchema } from './json-schema.js';
import { acceptedTypes, acceptsType, childSchema, isGroup } from './json-schema.js';
import { unknownKeyError, unknownKeysIn } from './known-keys.js';
import type { MapNode, SettingNode } from './node.js';
import { emptyMap, mapNodeOf, nodeOf, plainValue } from './node.js';
import { referringText } from './reference-site.js';
import { isConfigMap, jsonText } from './value.js';

/** The lowest layer: every group, and every key that has a default. */
export function defaultLayer(schema: JsonSchema): MapNode {
  const source = { kind: 'default' } as const;
  const map = isConfigMap(schema.default) ? mapNodeOf(schema.default, source) : emptyMap(source);
  for (const [name, child] of Object.entries(schema.properties ?? {})) {
    if (map.entries.has(name)) continue;
    if (isGroup(child)) map.entries.set(name, defaultLayer(child));
    else if (child.default !== undefined) map.entries.set(name, nodeOf(child.default, source));
  }
  return map;
}

/**
 * Lays a layer over the settings, as OmegaConf merges: maps key by key, lists and scalars as a whole. Keys that the
 * schema does not know stay out, and are told in the errors.
 */
export function mergeLayer(
  target: MapNode,
  layer: MapNode,
  schema: JsonSchema,
): readonly RlInsightError[] {
  const unknown = unknownKeysIn(layer, schema);
  const errors = unknown.map((found) => unknownKeyError(found, schema));
  return [...errors, ...mergeMap(target, layer, schema, [])];
}

function mergeMap(
  target: MapNode,
  layer: MapNode,
  schema: JsonSchema,
  path: readonly string[],
): readonly RlInsightError[] {
  const errors: RlInsightError[] = [];
  for (const [name, node] of layer.entries) {
    const child = childSchema(schema, name);
    if (child === undefined) continue;
    const at = [...path, name];
    if (node.kind === 'map' && acceptsType(acceptedTypes(child), 'object')) {
      const present = target.entries.get(name);
      const below = present?.kind === 'map' ? present : { ...node, entries: new Map() };
      target.entries.set(name, below);
      errors.push(...mergeMap(below, node, child, at));
    } else if (isGroup(child) && !mayStandForGroup(node)) {
      errors.push(...refusedGroup(node, child, at.join('.')));
    } else {
      target.entries.set(name, node);
    }
  }
  return errors;
}

function mayStandForGroup(node: SettingNode): boolean {
  return node.kind === 'leaf' && referringText(node) !== undefined;
}

/** Refused here and not by the validator, or the keys of the group would be missing on top of it. */
function refusedGroup(node: SettingNode, schema: JsonSchema, key: string): RlInsightError[] {
  // A heading in a file whose keys are all commented out.
  if (node.kind === 'leaf' && node.value === null && node.source.kind === 'file') return [];
  const { source, span } = node;
  const shown = source.kind === 'command line' ? null : jsonText(plainValue(node));
  return [wrongType({ key, source, span }, describeSchema(schema), shown)];
}
