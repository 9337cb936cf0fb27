export type ConfigScalar = null | boolean | number | bigint | string;

export interface ConfigMap {
  readonly [key: string]: ConfigValue;
}

/**
 * What a configuration can hold. Integers beyond 2^53 are bigint, all smaller ones are number, so that equal integers
 * have one representation only.
 */
export type ConfigValue = ConfigScalar | readonly ConfigValue[] | ConfigMap;

export function isConfigMap(value: unknown): value is ConfigMap {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export function isConfigList(value: unknown): value is readonly ConfigValue[] {
  return Array.isArray(value);
}

/** A bigint only where a number would not be exact. */
export function narrowInteger(exact: bigint): number | bigint {
  const narrow = Number(exact);
  return Number.isSafeInteger(narrow) ? narrow : exact;
}

export function sameValue(a: ConfigValue, b: ConfigValue): boolean {
  if (isConfigList(a)) {
    return (
      isConfigList(b) &&
      a.length === b.length &&
      a.every((item, index) => sameValue(item, b[index] ?? null))
    );
  }
  if (isConfigMap(a)) {
    if (!isConfigMap(b)) return false;
    const others = new Map(Object.entries(b));
    const entries = Object.entries(a);
    return (
      entries.length === others.size &&
      entries.every(([key, value]) => {
        const other = others.get(key);
        return other !== undefined && sameValue(value, other);
      })
    );
  }
  return a === b || (Number.isNaN(a) && Number.isNaN(b));
}

/** What stands at a path of names and list indices; undefined when there is nothing. */
export function valueIn(value: ConfigValue, path: readonly string[]): ConfigValue | undefined {
  let found: ConfigValue | undefined = value;
  for (const name of path) {
    if (isConfigMap(found)) found = Object.hasOwn(found, name) ? found[name] : undefined;
    else found = isConfigList(found) ? found[Number(name)] : undefined;
  }
  return found;
}

export function freezeDeep<T extends ConfigValue>(value: T): T {
  if (typeof value === 'object' && value !== null && !Object.isFrozen(value)) {
    for (const item of Object.values(value)) freezeDeep(item);
    Object.freeze(value);
  }
  return value;
}

/** A scalar as one would write it on the command line, without quotes; exact for bigint. */
export function scalarText(value: ConfigScalar): string {
  if (value === Number.POSITIVE_INFINITY) return 'inf';
  if (value === Number.NEGATIVE_INFINITY) return '-inf';
  if (Number.isNaN(value)) return 'nan';
  return String(value);
}

/**
 * JSON text. Integers of any size are digits; what JSON has no number for (`inf`, `nan`) is a string that the command
 * line reads back.
 */
export function jsonText(value: ConfigValue, indent = '', step = ''): string {
  const inner = indent + step;
  const [open, between, close] =
    step === '' ? ['', ', ', ''] : [`\n${inner}`, `,\n${inner}`, `\n${indent}`];
  if (isConfigList(value)) {
    if (value.length === 0) return '[]';
    return `[${open}${value.map((item) => jsonText(item, inner, step)).join(between)}${close}]`;
  }
  if (isConfigMap(value)) {
    const members = Object.entries(value).map(
      ([key, item]) => `${JSON.stringify(key)}: ${jsonText(item, inner, step)}`,
    );
    return members.length === 0 ? '{}' : `{${open}${members.join(between)}${close}}`;
  }
  if (typeof value === 'string') return JSON.stringify(value);
  if (typeof value === 'number' && !Number.isFinite(value))
    return JSON.stringify(scalarText(value));
  return String(value);
}
