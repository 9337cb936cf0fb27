import type { PackedColumns } from '../../src/page-data/format.js';
import { decodeColumn } from '../../src/page-data/varint.js';

/** Decodes packed columns by name. */
export async function unpackColumns(packed: PackedColumns): Promise<Map<string, Float64Array>> {
  const bytes = await inflate(fromBase64(packed.base64));
  const columns = new Map<string, Float64Array>();
  let at = 0;
  for (const { name, coding, bytes: length } of packed.columns) {
    columns.set(name, decodeColumn(bytes.subarray(at, at + length), packed.rows, coding));
    at += length;
  }
  return columns;
}

/** A column that the format promises. */
export function column(columns: ReadonlyMap<string, Float64Array>, name: string): Float64Array {
  const values = columns.get(name);
  if (values === undefined) throw new Error(`the page's data has no column ${name}`);
  return values;
}

function fromBase64(text: string): Uint8Array<ArrayBuffer> {
  const binary = atob(text);
  const bytes = new Uint8Array(binary.length);
  for (let i = 0; i < binary.length; i++) bytes[i] = binary.charCodeAt(i);
  return bytes;
}

async function inflate(bytes: Uint8Array<ArrayBuffer>): Promise<Uint8Array> {
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('deflate-raw'));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}
