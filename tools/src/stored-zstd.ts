const MAGIC = 0xfd2fb528;
/** One segment, whose size stands in four bytes. */
const DESCRIPTOR = 0xa0;
const MOST_BLOCK = 1 << 17;

/** A zstd frame (RFC 8878) of some bytes as they are: each block is stored. */
export function storedZstd(content: Uint8Array | string): Uint8Array {
  const bytes = Buffer.from(content);
  const head = Buffer.alloc(9);
  head.writeUInt32LE(MAGIC, 0);
  head[4] = DESCRIPTOR;
  head.writeUInt32LE(bytes.length, 5);
  const pieces: Uint8Array[] = [head];
  let at = 0;
  do {
    const block = bytes.subarray(at, at + MOST_BLOCK);
    at += block.length;
    const isLast = at >= bytes.length ? 1 : 0;
    const blockHead = Buffer.alloc(3);
    blockHead.writeUIntLE((block.length << 3) | isLast, 0, 3);
    pieces.push(blockHead, block);
  } while (at < bytes.length);
  return Buffer.concat(pieces);
}
