import type { PackedColumns, PackedLine } from '../../src/page-data/format.js';
import { decodeInto } from '../../src/page-data/varint.js';
import type { Columns, Points } from './messages.js';

/** Columns whose integers may not fit 32 bits; all others are codes and counts. */
const LARGE = new Set(['start', 'held', 'early', 'bytes', 'time', 'value']);

/** Decodes packed columns. */
export async function decodeColumns({ base64, columns, rows }: PackedColumns): Promise<Columns> {
  const bytes = await inflate(fromBase64(base64));
  const decoded: Record<string, Float64Array | Int32Array> = {};
  let at = 0;
  for (const { name, coding, bytes: length, unit = 1 } of columns) {
    const values = LARGE.has(name) ? new Float64Array(rows) : new Int32Array(rows);
    decodeInto(values, bytes.subarray(at, at + length), coding, unit);
    decoded[name] = values;
    at += length;
  }
  return decoded;
}

export async function decodeLine({ packed, breaks }: PackedLine): Promise<Points> {
  const columns = await decodeColumns(packed);
  return { time: large(columns, 'time'), value: large(columns, 'value'), breaks };
}

/** A column that the format promises. */
export function column(columns: Columns, name: string): Float64Array | Int32Array {
  const values = columns[name];
  if (values === undefined) throw new Error(`the page's data has no column ${name}`);
  return values;
}

/** A column of {@link LARGE} integers. */
export function large(columns: Columns, name: string): Float64Array {
  const values = column(columns, name);
  if (!(values instanceof Float64Array)) throw new Error(`column ${name} has no large integers`);
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
