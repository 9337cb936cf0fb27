import { AssertionError } from 'node:assert';
import type { AnySchema, ErrorObject, ValidateFunction } from 'ajv';
import type { JsonSchema } from './json-schema.js';
import { acceptedTypes, acceptsType, childSchema, itemSchema } from './json-schema.js';
import type { ConfigMap, ConfigValue } from './value.js';
import { isConfigList, isConfigMap } from './value.js';

export type Refusal =
  /** The value at the path is not what its schema wants. */
  | { readonly kind: 'value'; readonly path: readonly string[] }
  /** The schema of a map wants the key at the path. */
  | { readonly kind: 'missing'; readonly path: readonly string[] }
  /** A key that a reference brought in. */
  | { readonly kind: 'unknown'; readonly path: readonly string[] };

/**
 * What the schema refuses, one refusal a place.
 *
 * @throws AssertionError when the schema itself is wrong, which is its author's fault
 */
export async function validateValues(
  values: ConfigMap,
  schema: JsonSchema,
): Promise<readonly Refusal[]> {
  const validate = await compile(schema);
  const isValid = validate(doubles(values));
  return [
    ...(isValid ? [] : distinctRefusals(validate.errors ?? [])),
    ...notIntegers(values, schema),
  ];
}

/** Infinity passes for an integer with ajv, as its remainder is not a number. */
function notIntegers(
  value: ConfigValue,
  schema: JsonSchema,
  path: readonly string[] = [],
): readonly Refusal[] {
  if (isConfigList(value)) {
    const items = itemSchema(schema);
    return value.flatMap((item, index) => notIntegers(item, items, [...path, `${index}`]));
  }
  if (isConfigMap(value)) {
    return Object.entries(value).flatMap(([name, item]) =>
      notIntegers(item, childSchema(schema, name) ?? {}, [...path, name]),
    );
  }
  const isInfinite = value === Number.POSITIVE_INFINITY || value === Number.NEGATIVE_INFINITY;
  const isRefused = isInfinite && !acceptsType(acceptedTypes(schema), 'number');
  return isRefused ? [{ kind: 'value', path }] : [];
}

async function compile(schema: JsonSchema): Promise<ValidateFunction> {
  const { Ajv } = await import('ajv');
  // Defaults are in the values already; with `useDefaults` ajv refuses a schema that has one where it can have no
  // effect. Not a number and infinities are numbers of ours.
  const ajv = new Ajv({
    strict: true,
    strictNumbers: false,
    useDefaults: true,
    allErrors: true,
    allowUnionTypes: true,
    logger: false,
  });
  try {
    return ajv.compile(doubles(schema) as AnySchema);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new AssertionError({ message: `the configuration schema is wrong: ${reason}` });
  }
}

/** Ajv knows no bigint. The nearest double does for bounds, which are doubles themselves. */
function doubles(value: ConfigValue | JsonSchema): unknown {
  if (typeof value === 'bigint') return Number(value);
  if (isConfigList(value)) return value.map(doubles);
  if (!isConfigMap(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, doubles(item)]));
}

function distinctRefusals(errors: readonly ErrorObject[]): readonly Refusal[] {
  // Of a union, the branches that do not apply complain as well, and deeper: the union as a whole is what is wrong.
  const unions = errors.filter(({ keyword }) => keyword === 'anyOf' || keyword === 'oneOf');
  const distinct = new Map<string, Refusal>();
  for (const error of errors) {
    const { instancePath } = error;
    const isBranch = unions.some(
      (union) =>
        instancePath.startsWith(`${union.instancePath}/`) ||
        (instancePath === union.instancePath && !unions.includes(error)),
    );
    if (isBranch) continue;
    const refusal = refusalOf(error);
    distinct.set(`${refusal.kind} ${refusal.path.join('.')}`, refusal);
  }
  return [...distinct.values()];
}

function refusalOf({ keyword, instancePath, params }: ErrorObject): Refusal {
  const path = instancePath
    .split('/')
    .slice(1)
    .map((name) => name.replaceAll('~1', '/').replaceAll('~0', '~'));
  if (keyword === 'required') {
    return { kind: 'missing', path: [...path, String(params.missingProperty)] };
  }
  if (keyword === 'additionalProperties') {
    return { kind: 'unknown', path: [...path, String(params.additionalProperty)] };
  }
  return { kind: 'value', path };
}
