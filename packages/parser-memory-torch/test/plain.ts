import { type Claims, NO_CLAIMS } from '../src/pickle/claims.js';
import { PickleReader } from '../src/pickle/read-pickle.js';
import { type PickleValue, plainValue } from '../src/pickle/values.js';

/** Reads a pickle in pieces of some bytes, by the slow way that makes an object of everything. */
export function readPlain(pickle: Uint8Array, pieceBytes = pickle.length): PickleValue {
  const reader = readWith(NO_CLAIMS, pickle, pieceBytes);
  return plainValue(reader.machine.heap, reader.finish());
}

export function readWith(claims: Claims, pickle: Uint8Array, pieceBytes: number): PickleReader {
  const reader = new PickleReader(claims);
  pushInPieces(reader, pickle, pieceBytes);
  return reader;
}

export function pushInPieces(
  reader: { push(piece: Uint8Array): void },
  bytes: Uint8Array,
  pieceBytes: number,
): void {
  for (let at = 0; at < bytes.length; at += pieceBytes) {
    // The reader must not rely on a piece afterwards.
    const piece = Uint8Array.from(bytes.subarray(at, at + pieceBytes));
    reader.push(piece);
    piece.fill(0xff);
  }
}

/** As `readByPython` tells values. */
export function told(value: PickleValue): unknown {
  if (value === null || typeof value === 'boolean') return value;
  if (typeof value === 'bigint') return `i${value}`;
  if (typeof value === 'number') return `f${value}`;
  if (typeof value === 'string') return `s${value}`;
  if (value instanceof Map) return { d: [...value].map(([key, of]) => [told(key), told(of)]) };
  return value.map(told);
}
