import { allowedValues, describeSchema } from './describe.js';
import type { JsonSchema } from './json-schema.js';
import { acceptedTypes, schemaAt } from './json-schema.js';
import { leafKeys } from './suggest.js';
import type { ConfigValue } from './value.js';

/** One key as `--help` and the documentation list it. */
export interface KeyReference {
  readonly key: string;
  /** For instance `integer of at least 1`. */
  readonly type: string;
  /** Absent when the key has no default. */
  readonly default?: ConfigValue;
  /** The allowed values as one types them, sorted; absent when any value of the type will do. */
  readonly enum?: readonly string[];
  readonly description?: string;
}

/** All keys that a person can set, in the order of the schema. */
export function referenceOf(schema: JsonSchema): readonly KeyReference[] {
  return leafKeys(schema).map((key) => {
    const place = schemaAt(schema, key.split('.')) ?? {};
    const allowed = allowedValues(place);
    return {
      key,
      type: describeSchema(place).replace(/^an? /, ''),
      ...(place.default !== undefined && { default: place.default }),
      ...(allowed !== null && { enum: allowed }),
      ...(place.description !== undefined && { description: place.description }),
    };
  });
}

/**
 * What a shell may offer for the word begun: keys with their `=`, or after it the values where they are known. Whole
 * words, with the `+` or `~` that was typed; `~key` needs no value.
 */
export function completeWord(schema: JsonSchema, begun: string): readonly string[] {
  const sign = /^(?:\+\+|\+|~|)/.exec(begun)?.[0] ?? '';
  const prefix = begun.slice(sign.length);
  const equals = prefix.indexOf('=');
  const words =
    equals < 0
      ? leafKeys(schema).map((key) => (sign === '~' ? key : `${key}=`))
      : valuesOf(schema, prefix.slice(0, equals)).map(
          (value) => `${prefix.slice(0, equals)}=${value}`,
        );
  return words.filter((word) => word.startsWith(prefix)).map((word) => sign + word);
}

function valuesOf(schema: JsonSchema, key: string): readonly string[] {
  const place = schemaAt(schema, key.split('.'));
  if (place === undefined) return [];
  const allowed = allowedValues(place);
  if (allowed !== null) return allowed;
  const types = acceptedTypes(place);
  return types?.has('boolean') === true ? ['false', 'true'] : [];
}
