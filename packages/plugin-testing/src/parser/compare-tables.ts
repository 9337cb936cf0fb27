import type { Table } from 'apache-arrow';

/** Where two tables are not the same. */
export interface Difference {
  readonly column?: string;
  readonly row?: number;
  readonly first: unknown;
  readonly second: unknown;
}

/** The first thing in which two tables differ; undefined where they are the same row by row. */
export function firstDifference(one: Table, other: Table): Difference | undefined {
  const names = one.schema.fields.map(({ name }) => name);
  const others = other.schema.fields.map(({ name }) => name);
  if (names.join() !== others.join()) return { first: names, second: others };
  if (one.numRows !== other.numRows) {
    return { first: `${one.numRows} rows`, second: `${other.numRows} rows` };
  }
  for (const { name, type } of one.schema.fields) {
    const a = one.getChild(name);
    const b = other.getChild(name);
    if (String(type) !== String(b?.type)) {
      return { column: name, first: String(type), second: String(b?.type) };
    }
    for (let row = 0; row < one.numRows; row++) {
      const first = a?.get(row);
      const second = b?.get(row);
      // NaN is the same as NaN here.
      if (!Object.is(first, second)) return { column: name, row, first, second };
    }
  }
  return undefined;
}

/** The first metadata in which two tables differ, but for those named. */
export function metadataDifference(
  one: Table,
  other: Table,
  but: readonly string[],
): (Difference & { readonly key: string }) | undefined {
  const keys = new Set([...one.schema.metadata.keys(), ...other.schema.metadata.keys()]);
  for (const key of but) keys.delete(key);
  for (const key of [...keys].sort()) {
    const first = one.schema.metadata.get(key);
    const second = other.schema.metadata.get(key);
    if (first !== second) return { key, first, second };
  }
  return undefined;
}
