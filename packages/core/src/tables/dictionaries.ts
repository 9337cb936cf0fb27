import {
  type Data,
  DataType,
  Dictionary,
  Field,
  Int32,
  makeData,
  RecordBatch,
  Schema,
  Struct,
  Table,
  Utf8,
  type Vector,
  vectorFromArray,
} from 'apache-arrow';

/**
 * The table with `metadata`, such that each dictionary column has one complete dictionary with an
 * id of its own. Other Arrow implementations refuse files whose dictionaries grow or change.
 */
export function withOneDictionary(table: Table, metadata: Map<string, string>): Table {
  const clean = hasOwnDictionaries(table);
  const columns = table.schema.fields.map((field, place) =>
    clean || !DataType.isDictionary(field.type)
      ? { field, chunks: table.batches.map((batch) => batch.data.children[place]) }
      : shareDictionary(field, table.getChildAt(place) as Vector, place),
  );
  const schema = new Schema(
    columns.map(({ field }) => field),
    metadata,
  );
  const batches = table.batches.map((batch, i) => {
    const children = columns.map(({ chunks }) => chunks[i]);
    const type = new Struct(schema.fields);
    const struct = makeData({ type, length: batch.numRows, nullCount: 0, children });
    return new RecordBatch(schema, struct);
  });
  return new Table(schema, batches);
}

function hasOwnDictionaries(table: Table): boolean {
  const ids = new Set<number>();
  return table.schema.fields.every((field, place) => {
    if (!DataType.isDictionary(field.type)) return true;
    const seen = ids.has(field.type.id);
    ids.add(field.type.id);
    const chunks = table.getChildAt(place)?.data ?? [];
    const first = chunks[0]?.dictionary;
    return (
      !seen &&
      chunks.every(({ dictionary }) => dictionary?.data[0] === first?.data[0]) &&
      (first?.data.length ?? 1) === 1
    );
  });
}

/** One dictionary of all texts of a column, and its chunks with codes into that. */
function shareDictionary(
  field: Field,
  vector: Vector,
  id: number,
): { field: Field; chunks: Data[] } {
  const codes = new Map<string, number>();
  const codesOfChunks = vector.data.map((data) => {
    const { dictionary } = data;
    const indices = data.values as ArrayLike<number | bigint>;
    const ofChunk = new Int32Array(data.length);
    for (let row = 0; row < data.length; row++) {
      if (!data.getValid(row)) continue;
      const text = String(dictionary?.get(Number(indices[row])));
      const code = codes.get(text) ?? codes.size;
      codes.set(text, code);
      ofChunk[row] = code;
    }
    return ofChunk;
  });
  const type = new Dictionary(new Utf8(), new Int32(), id);
  const dictionary = vectorFromArray(codes.size === 0 ? [''] : [...codes.keys()], new Utf8());
  const chunks = vector.data.map((data, chunk) =>
    data.nullCount === 0
      ? makeData({
          type,
          length: data.length,
          nullCount: 0,
          data: codesOfChunks[chunk],
          dictionary,
        })
      : makeData({
          type,
          length: data.length,
          nullCount: data.nullCount,
          nullBitmap: packValidity(data),
          data: codesOfChunks[chunk],
          dictionary,
        }),
  );
  return { field: new Field(field.name, type, field.nullable), chunks };
}

function packValidity(data: Data): Uint8Array {
  const bits = new Uint8Array(Math.ceil(data.length / 64) * 8);
  for (let row = 0; row < data.length; row++) {
    if (data.getValid(row)) bits[row >> 3] |= 1 << (row & 7);
  }
  return bits;
}
