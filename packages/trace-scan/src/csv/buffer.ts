import { InputBuffer } from '../input-buffer.js';

const BYTE_ORDER_MARK = [0xef, 0xbb, 0xbf];

/** Bytes of the mark that the file begins with: 0 or 3; −1 when more of it has to be seen. */
export function byteOrderMark(buffer: InputBuffer, atEnd: boolean): number {
  const { bytes, filled } = buffer;
  if (filled < BYTE_ORDER_MARK.length && !atEnd) return -1;
  return filled >= 3 && BYTE_ORDER_MARK.every((byte, i) => bytes[i] === byte) ? 3 : 0;
}

/** A buffer of twice the size with what the other one holds. */
export function grownBuffer(from: InputBuffer): InputBuffer {
  const bytes = new Uint8Array(from.capacity * 2);
  bytes.set(from.bytes.subarray(from.at, from.filled));
  const larger = new InputBuffer(() => bytes, from.position);
  larger.filled = from.filled - from.at;
  return larger;
}
