import { Decompress } from 'fzstd';

/** The compressed input is damaged or cut; what came out before is good. */
export class CompressionError extends Error {
  override readonly name = 'CompressionError';
}

export type Pieces = Iterable<Uint8Array> | AsyncIterable<Uint8Array>;

/** How a file is compressed. */
export type Packing = 'gzip' | 'zstd';

/** So many bytes tell how a file is compressed. */
export const PACKING_BYTES = 4;
const GZIP = 0x8b1f;
const ZSTD = 0xfd2fb528;
/** Frames to skip, which pzstd writes first: their last hexadecimal digit may be any. */
const ZSTD_SKIPPED = 0x184d2a5;
/** zstd is unpacked in steps of so many bytes, so that what comes out at once stays small. */
const ZSTD_STEP = 1 << 14;

/** How what begins so is compressed; undefined for what is not. */
export function packingOf(head: Uint8Array): Packing | undefined {
  const [a = 0, b = 0, c = 0, d = 0] = head;
  if ((a | (b << 8)) === GZIP) return 'gzip';
  const magic = (a | (b << 8) | (c << 16) | (d << 24)) >>> 0;
  return magic === ZSTD || magic >>> 4 === ZSTD_SKIPPED ? 'zstd' : undefined;
}

function damaged(cause: unknown): CompressionError {
  return new CompressionError('the compressed data is damaged or ends too early', { cause });
}

/** The pieces, of which the first has the bytes that tell a packing, if there are so many. */
async function* joinedHead(source: Pieces): AsyncGenerator<Uint8Array> {
  let head: Uint8Array | undefined;
  for await (const piece of source) {
    if (head === undefined && piece.length >= PACKING_BYTES) {
      head = piece;
      yield piece;
    } else if (head === undefined || head.length < PACKING_BYTES) {
      head = Uint8Array.from([...(head ?? []), ...piece]);
      if (head.length >= PACKING_BYTES) yield head;
    } else {
      yield piece;
    }
  }
  if (head !== undefined && head.length < PACKING_BYTES) yield head;
}

/**
 * The pieces of `source`, unpacked when they are gzip or zstd.
 *
 * @throws CompressionError in the iteration, after all that could be unpacked.
 */
export async function* unpacked(source: Pieces): AsyncGenerator<Uint8Array> {
  const pieces = joinedHead(source);
  try {
    const first = await pieces.next();
    if (first.done) return;
    const packing = packingOf(first.value);
    if (packing === 'gzip') yield* gunzipped(first.value, pieces);
    else if (packing === 'zstd') yield* unzstd(first.value, pieces);
    else {
      yield first.value;
      yield* pieces;
    }
  } finally {
    // Whoever stops early must leave no file open behind the pieces.
    await pieces.return(undefined);
  }
}

async function* gunzipped(
  first: Uint8Array,
  pieces: AsyncGenerator<Uint8Array>,
): AsyncGenerator<Uint8Array> {
  const unpacker = new DecompressionStream('gzip');
  const writer = unpacker.writable.getWriter();
  let sourceError: { error: unknown } | undefined;
  const feeding = (async () => {
    try {
      await writer.write(first as Uint8Array<ArrayBuffer>);
      for await (const piece of pieces) await writer.write(piece as Uint8Array<ArrayBuffer>);
      await writer.close();
    } catch (error) {
      // An error of the unpacker comes out of its readable side as well.
      sourceError = { error };
      await writer.abort(error).catch(() => undefined);
    }
  })();
  const reader = unpacker.readable.getReader();
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      yield value as Uint8Array;
    }
  } catch (error) {
    throw damaged(sourceError?.error ?? error);
  } finally {
    await reader.cancel().catch(() => undefined);
    await feeding;
  }
}

async function* unzstd(
  first: Uint8Array,
  pieces: AsyncGenerator<Uint8Array>,
): AsyncGenerator<Uint8Array> {
  const steps = new ZstdSteps();
  yield* steps.push(first);
  for await (const piece of pieces) yield* steps.push(piece);
  yield* steps.end();
}

/** Unpacks zstd, step by step. */
export class ZstdSteps {
  readonly #ready: Uint8Array[] = [];
  readonly #unpacker = new Decompress((piece) => {
    if (piece.length > 0) this.#ready.push(piece);
  });

  /** @throws CompressionError */
  *push(piece: Uint8Array): Generator<Uint8Array> {
    for (let at = 0; at < piece.length; at += ZSTD_STEP) {
      yield* this.#step(piece.subarray(at, at + ZSTD_STEP), false);
    }
  }

  /** What is left once all was pushed. */
  *end(): Generator<Uint8Array> {
    yield* this.#step(new Uint8Array(0), true);
  }

  *#step(piece: Uint8Array, isLast: boolean): Generator<Uint8Array> {
    let error: unknown;
    try {
      this.#unpacker.push(piece, isLast);
    } catch (thrown) {
      error = thrown ?? new Error('no reason');
    }
    // What came out before the damage is good.
    yield* this.#ready.splice(0);
    if (error !== undefined) throw damaged(error);
  }
}
