import { AssertionError } from 'node:assert';
import { isDeepStrictEqual } from 'node:util';
import type { JsonSchema } from './json-schema.js';
import { isGroup } from './json-schema.js';

/** What a plugin adds to the configuration: a schema and the dotted key where it stands ('' for the root). */
export interface SchemaFragment {
  readonly key: string;
  readonly schema: JsonSchema;
  /** Who brings it, for messages about clashes. */
  readonly owner?: string;
}

/**
 * One closed schema out of fragments, keys in the order of the fragments. Maps take no keys but their own unless the
 * fragment sets `additionalProperties`.
 *
 * @throws AssertionError when two fragments disagree about a key; it names both
 */
export function composeSchema(fragments: readonly SchemaFragment[]): JsonSchema {
  const composer = new Composer();
  let root: JsonSchema = closed({ type: 'object', properties: {} });
  for (const { key, schema, owner } of fragments) {
    const name = `${key === '' ? 'the root' : key}${owner === undefined ? '' : ` (${owner})`}`;
    const nested = nest(key === '' ? [] : key.split('.'), closed(schema));
    root = composer.merge(root, nested, [], name);
  }
  return root;
}

function nest(path: readonly string[], schema: JsonSchema): JsonSchema {
  return path.reduceRight<JsonSchema>(
    (below, name) => ({
      type: 'object',
      properties: { [name]: below },
      additionalProperties: false,
    }),
    schema,
  );
}

function closed(schema: JsonSchema): JsonSchema {
  const { properties, additionalProperties, items, anyOf, oneOf } = schema;
  const isMap = schema.type === 'object' || properties !== undefined;
  return {
    ...schema,
    ...(properties && {
      properties: Object.fromEntries(
        Object.entries(properties).map(([name, child]) => [name, closed(child)]),
      ),
    }),
    ...(isMap && {
      additionalProperties:
        typeof additionalProperties === 'object'
          ? closed(additionalProperties)
          : (additionalProperties ?? false),
    }),
    ...(items && { items: closed(items) }),
    ...(anyOf && { anyOf: anyOf.map(closed) }),
    ...(oneOf && { oneOf: oneOf.map(closed) }),
  };
}

/** Of two fragments that describe the same group, the first one's words stand. */
const WORDS: ReadonlySet<string> = new Set(['title', 'description']);

class Composer {
  private readonly bringers = new Map<string, string>();

  merge(
    present: JsonSchema,
    added: JsonSchema,
    path: readonly string[],
    fragment: string,
  ): JsonSchema {
    if (!isGroup(present) || !isGroup(added)) {
      // The same key from two packages that agree on it is no clash.
      if (isDeepStrictEqual(present, added)) return present;
      throw this.clash(path, fragment);
    }
    const properties: Record<string, JsonSchema> = { ...present.properties };
    for (const [name, schema] of Object.entries(added.properties ?? {})) {
      const known = Object.hasOwn(properties, name) ? properties[name] : undefined;
      const at = [...path, name];
      if (known === undefined) this.note(schema, at, fragment);
      properties[name] = known === undefined ? schema : this.merge(known, schema, at, fragment);
    }
    return { ...this.mergeKeywords(present, added, path, fragment), properties };
  }

  private mergeKeywords(
    present: JsonSchema,
    added: JsonSchema,
    path: readonly string[],
    fragment: string,
  ): JsonSchema {
    const required = [...new Set([...(present.required ?? []), ...(added.required ?? [])])];
    const known = new Map<string, unknown>(Object.entries(present));
    for (const [keyword, value] of Object.entries(added)) {
      // One fragment that opens a map opens it for all; the others only did not mention it.
      const isUnset =
        !known.has(keyword) || (keyword === 'additionalProperties' && !known.get(keyword));
      if (isUnset) known.set(keyword, value);
      const isOwn = keyword === 'properties' || keyword === 'required' || WORDS.has(keyword);
      const isMoot = keyword === 'additionalProperties' && value === false;
      if (isOwn || isMoot || isDeepStrictEqual(known.get(keyword), value)) continue;
      throw this.clash(path, fragment);
    }
    return { ...Object.fromEntries(known), ...(required.length > 0 && { required }) };
  }

  private note(schema: JsonSchema, path: readonly string[], fragment: string): void {
    this.bringers.set(path.join('.'), fragment);
    if (!isGroup(schema)) return;
    for (const [name, child] of Object.entries(schema.properties ?? {})) {
      this.note(child, [...path, name], fragment);
    }
  }

  private clash(path: readonly string[], fragment: string): AssertionError {
    const key = path.join('.');
    const first = this.bringers.get(key) ?? 'an earlier fragment';
    const where = key === '' ? 'the root' : key;
    return new AssertionError({
      message: `two fragments of the configuration schema disagree about ${where}: ${first} and ${fragment}`,
    });
  }
}
