/** The compressed input is damaged or cut; what came out before is good. */
export class CompressionError extends Error {
  override readonly name = 'CompressionError';
}

type Pieces = Iterable<Uint8Array> | AsyncIterable<Uint8Array>;

/** Begins a gzip file. */
export function isGzip(bytes: Uint8Array): boolean {
  return bytes[0] === 0x1f && bytes[1] === 0x8b;
}

async function* joinedHead(source: Pieces): AsyncGenerator<Uint8Array> {
  let head: Uint8Array | undefined;
  for await (const piece of source) {
    if (head === undefined && piece.length >= 2) {
      head = piece;
      yield piece;
    } else if (head === undefined || head.length < 2) {
      head = Uint8Array.from([...(head ?? []), ...piece]);
      if (head.length >= 2) yield head;
    } else {
      yield piece;
    }
  }
  if (head !== undefined && head.length < 2) yield head;
}

/**
 * The pieces of `source`, unpacked when they are gzip.
 *
 * @throws CompressionError in the iteration, after all that could be unpacked.
 */
export async function* gunzipped(source: Pieces): AsyncGenerator<Uint8Array> {
  const pieces = joinedHead(source);
  try {
    const first = await pieces.next();
    if (first.done) return;
    if (isGzip(first.value)) {
      yield* unpacked(first.value, pieces);
    } else {
      yield first.value;
      yield* pieces;
    }
  } finally {
    // Whoever stops early must leave no file open behind the pieces.
    await pieces.return(undefined);
  }
}

async function* unpacked(
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
    throw new CompressionError('the compressed data is damaged or ends too early', {
      cause: sourceError?.error ?? error,
    });
  } finally {
    await reader.cancel().catch(() => undefined);
    await feeding;
  }
}
