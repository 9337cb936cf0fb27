import { type Data, DataType, type Table, type Vector } from 'apache-arrow';
import { Int32View } from './int32-view.js';
import { type Validity, validityOf } from './validity.js';

/**
 * A text column: `codes[row]` indexes `values`, −1 where it is null. Every distinct text stands in
 * `values` once. The codes may be the table's own memory: not to be written to.
 */
export interface TextColumn {
  readonly codes: Int32Array;
  readonly values: readonly string[];
}

/** {@link TextColumn} with codes that are read where they lie. */
export interface TextView {
  readonly codes: Int32View;
  readonly values: readonly string[];
}

class TextCollector {
  readonly values: string[] = [];
  readonly #codes = new Map<string, number>();
  readonly #remaps = new Map<Vector | undefined, Int32Array>();

  code(text: string): number {
    const known = this.#codes.get(text);
    if (known !== undefined) return known;
    this.#codes.set(text, this.values.length);
    return this.values.push(text) - 1;
  }

  /** The code of each text of a dictionary, −1 for a null. */
  remap(dictionary: Vector | undefined): Int32Array {
    const known = this.#remaps.get(dictionary);
    if (known !== undefined) return known;
    const remap = new Int32Array(dictionary?.length ?? 0);
    for (let i = 0; i < remap.length; i++) {
      const text = dictionary?.get(i);
      remap[i] = text === null ? -1 : this.code(String(text));
    }
    this.#remaps.set(dictionary, remap);
    return remap;
  }
}

/** The dictionary of the chunk, if it is encoded by one. */
function dictionaryOf(data: Data): Vector | undefined {
  return DataType.isDictionary(data.type)
    ? (data as { dictionary?: Vector }).dictionary
    : undefined;
}

/** Whether indices are all of a dictionary of that many texts; what lies under a null may be anything. */
function areCodes(indices: Int32Array, texts: number, validity: Validity | undefined): boolean {
  for (let row = 0; row < indices.length; row++) {
    // Without a sign, a negative one is above all others.
    if (indices[row] >>> 0 < texts) continue;
    if (validity === undefined || validity.has(row)) return false;
  }
  return true;
}

/**
 * Reads a text column, however its producer encoded it: dictionaries of any index type, one or
 * many, or plain text. One dictionary without repetitions, as this package writes it, is taken as
 * it is: its indices are the codes.
 */
export function textView(table: Table, name: string): TextView | undefined {
  const vector = table.getChild(name);
  if (vector === null) return undefined;
  const collector = new TextCollector();
  const [only] = vector.data;
  if (vector.data.length === 1 && DataType.isDictionary(only.type)) {
    const remap = collector.remap(dictionaryOf(only));
    const validity = validityOf(vector);
    const codes: unknown = only.values.subarray(0, only.length);
    const areOwn = codes instanceof Int32Array && remap.every((code, i) => code === i);
    if (areOwn && areCodes(codes, remap.length, validity)) {
      return { codes: new Int32View(codes, validity, -1), values: collector.values };
    }
  }
  const codes = new Int32Array(table.numRows);
  let row = 0;
  for (const data of vector.data) {
    const indices = DataType.isDictionary(data.type)
      ? (data.values as ArrayLike<number>)
      : undefined;
    const remap = indices === undefined ? undefined : collector.remap(dictionaryOf(data));
    for (let i = 0; i < data.length; i++, row++) {
      if (indices !== undefined && remap !== undefined) {
        codes[row] = remap[Number(indices[i])];
      } else {
        const text = vector.get(row);
        codes[row] = text === null ? -1 : collector.code(String(text));
      }
    }
  }
  validityOf(vector)?.blank(codes, -1);
  return { codes: new Int32View(codes, undefined, -1), values: collector.values };
}

/** {@link textView}, its codes decoded. */
export function textColumn(table: Table, name: string): TextColumn | undefined {
  const view = textView(table, name);
  return view === undefined ? undefined : { codes: view.codes.toArray(), values: view.values };
}

/** The text of all rows, where the column's dictionary tells that without a look at them. */
export function onlyText(table: Table, name: string): string | undefined {
  const data = table.getChild(name)?.data ?? [];
  const dictionary = data.length === 1 ? dictionaryOf(data[0]) : undefined;
  if (dictionary?.length !== 1 || data[0].nullCount > 0) return undefined;
  const text = dictionary.get(0);
  return text === null ? undefined : String(text);
}
