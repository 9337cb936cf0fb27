import type { PackedColumns, PackedLine } from '../../src/page-data/format.js';
import { decodeInto } from '../../src/page-data/varint.js';
import type { Columns, Points } from './messages.js';

/** Columns whose integers may not fit 32 bits; all others are codes and counts. */
const LARGE = new Set(['start', 'held', 'early', 'bytes', 'time', 'value']);
/** So may those whose names say that they are times or sizes. */
const LARGE_UNIT = /(?:Ns|Bytes)$/;

/** Decodes packed columns. */
export async function decodeColumns({ base64, columns, rows }: PackedColumns): Promise<Columns> {
  const length = columns.reduce((sum, { bytes }) => sum + bytes, 0);
  const bytes = await inflate(fromBase64(base64), length);
  const decoded: Record<string, Float64Array | Int32Array> = {};
  let at = 0;
  for (const { name, bytes: size, ...coded } of columns) {
    const isLarge = LARGE.has(name) || LARGE_UNIT.test(name);
    const values = isLarge ? new Float64Array(rows) : new Int32Array(rows);
    decodeInto(values, bytes.subarray(at, at + size), coded);
    decoded[name] = values;
    at += size;
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

/** The value of each letter of base64. */
const SIXTH = new Uint8Array(128);
for (const [value, letter] of [
  ...'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/',
].entries()) {
  SIXTH[letter.charCodeAt(0)] = value;
}

/** Many times as fast as `atob`, whose text has to be taken apart letter by letter. */
function fromBase64(text: string): Uint8Array<ArrayBuffer> {
  if (letters.length < text.length) letters = new Uint8Array(text.length * 2);
  let end = encoder.encodeInto(text, letters).written;
  while (end > 0 && letters[end - 1] === PADDING) end--;
  const bytes = new Uint8Array(Math.floor((end * 3) / 4));
  let at = 0;
  for (let i = 0; i < end; i += 4) {
    const three =
      (SIXTH[letters[i]] << 18) |
      (SIXTH[letters[i + 1]] << 12) |
      (SIXTH[letters[i + 2]] << 6) |
      SIXTH[letters[i + 3]];
    // What goes beyond the end is not written.
    bytes[at++] = three >> 16;
    bytes[at++] = three >> 8;
    bytes[at++] = three;
  }
  return bytes;
}

const PADDING = 61;
const encoder = new TextEncoder();
/** Memory that is used again: touching it for the first time takes longer than decoding. */
let letters = new Uint8Array(0);

/** Read piece by piece: as a Blob it would go to the browser's own process and back. */
async function inflate(packed: Uint8Array<ArrayBuffer>, length: number): Promise<Uint8Array> {
  const { readable, writable } = new DecompressionStream('deflate-raw');
  const writer = writable.getWriter();
  // What goes wrong with it shows in what is read.
  writer.write(packed).catch(() => undefined);
  writer.close().catch(() => undefined);
  const reader = readable.getReader();
  const bytes = new Uint8Array(length);
  let end = 0;
  for (let next = await reader.read(); !next.done; next = await reader.read()) {
    if (end + next.value.length > length) throw new Error('the page’s data is longer than it says');
    bytes.set(next.value, end);
    end += next.value.length;
  }
  if (end < length) throw new Error('the page’s data is shorter than it says');
  return bytes;
}
