import { open } from 'node:fs/promises';
import { pipeline } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { CompressionError, PACKING_BYTES, packingOf, unpacked } from './unpack.js';

export interface FileOptions {
  /** First byte to read. Default 0. */
  readonly start?: number;
  /** Byte to stop before. Default the end of the file. */
  readonly end?: number;
  /** Bytes of a piece. Default 1 MiB. */
  readonly pieceBytes?: number;
}

/**
 * The bytes of a file in pieces, unpacked when it is gzip or zstd. The next piece is read while the one
 * before is worked on; no more than two are in memory. A piece is valid until the next but one is
 * asked for.
 *
 * @throws the error of the file system, or CompressionError when the file is damaged.
 */
export async function* fileBytes(
  path: string,
  options: FileOptions = {},
): AsyncGenerator<Uint8Array> {
  const pieceBytes = options.pieceBytes ?? 1 << 20;
  const file = await open(path, 'r');
  try {
    const head = new Uint8Array(PACKING_BYTES);
    await file.read(head, 0, PACKING_BYTES, 0);
    const packing = packingOf(head);
    if (packing !== undefined) {
      const packed = file.createReadStream({ autoClose: false, start: 0 });
      // Node's own gunzip is faster than that of browsers.
      if (packing === 'gzip') yield* gunzipped(packed, pieceBytes);
      else yield* unpacked(packed as AsyncIterable<Uint8Array>);
      return;
    }
    const end = options.end ?? Number.POSITIVE_INFINITY;
    const buffers = [new Uint8Array(pieceBytes), new Uint8Array(pieceBytes)];
    let position = options.start ?? 0;
    const readInto = async (buffer: Uint8Array) => {
      const wanted = Math.min(buffer.length, end - position);
      if (wanted <= 0) return buffer.subarray(0, 0);
      const { bytesRead } = await file.read(buffer, 0, wanted, position);
      position += bytesRead;
      return buffer.subarray(0, bytesRead);
    };
    let turn = 0;
    let reading = readInto(buffers[0]);
    try {
      for (;;) {
        const piece = await reading;
        if (piece.length === 0) return;
        turn ^= 1;
        reading = readInto(buffers[turn]);
        yield piece;
      }
    } finally {
      await reading.catch(() => undefined);
    }
  } finally {
    await file.close();
  }
}

async function* gunzipped(
  packed: NodeJS.ReadableStream,
  chunkSize: number,
): AsyncGenerator<Uint8Array> {
  const gunzip = createGunzip({ chunkSize });
  pipeline(packed, gunzip, () => undefined);
  try {
    for await (const piece of gunzip) yield piece as Uint8Array;
  } catch (error) {
    throw new CompressionError('the compressed data is damaged or ends too early', {
      cause: error,
    });
  }
}
