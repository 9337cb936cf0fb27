import { DataType, type Vector } from 'apache-arrow';
import { Nonconformity } from '../suite/nonconformity.js';
import type { PlacedTable } from './each-table.js';

/**
 * Looks at the dictionaries of a table: every index has to be of a text. Batches may bring
 * dictionaries of their own: the runner makes them one.
 */
export function checkDictionary({ table, where }: PlacedTable): void {
  for (const { name, type } of table.schema.fields) {
    if (!DataType.isDictionary(type)) continue;
    const row = badIndex(table.getChild(name) as Vector);
    if (row === undefined) continue;
    throw new Nonconformity({
      problem: 'A text is not in the dictionary of its column',
      where: { ...where, column: name, row },
      expected: 'an index of the dictionary',
      remedy: 'Write the whole dictionary before the first batch.',
    });
  }
}

/** The first row whose index is of no text; undefined where there is none. */
function badIndex(vector: Vector): number | undefined {
  let begin = 0;
  for (const data of vector.data) {
    const texts = (data as { dictionary?: Vector }).dictionary;
    const isNull = new Uint8Array(texts?.length ?? 0);
    for (let i = 0; i < isNull.length; i++) isNull[i] = texts?.isValid(i) ? 0 : 1;
    for (let i = 0; i < data.length; i++) {
      const index = Number(data.values[i]);
      if (isNull[index] !== 0 && data.getValid(i)) return begin + i;
    }
    begin += data.length;
  }
  return undefined;
}
