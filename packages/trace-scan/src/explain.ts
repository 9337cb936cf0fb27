/**
 * What well-known parsers say of damaged input. Ours are made to read past what is wrong; theirs
 * are made to tell what it is. They are slow, so they are given only the bytes around it.
 */

/** What is wrong, and where. */
export interface JsonReason {
  /** Byte of the piece at which it was noticed. */
  readonly at: number;
  /** In the words of stream-json. */
  readonly reason: string;
}

/** What stream-json says of the beginning of a JSON text; undefined when nothing is wrong so far. */
async function complaintOf(text: Uint8Array): Promise<string | undefined> {
  const { default: parser } = await import('stream-json/parser.js');
  const stream = parser.asStream();
  try {
    await new Promise<void>((resolve, reject) => {
      stream.on('error', reject);
      stream.on('data', () => undefined);
      // The error is told after the text has been taken in.
      stream.write(text, () => setImmediate(resolve));
    });
    return undefined;
  } catch (error) {
    return (error as Error).message.replace(/^Parser cannot parse input: /, '');
  } finally {
    stream.destroy();
  }
}

/**
 * What stream-json says of a piece of a trace that begins with an event.
 *
 * @returns undefined when it finds nothing wrong with it: a file that is merely cut, say.
 */
export async function explainEvents(piece: Uint8Array): Promise<JsonReason | undefined> {
  const text = new Uint8Array(piece.length + 1);
  text[0] = 91;
  text.set(piece, 1);
  const reason = await complaintOf(text);
  if (reason === undefined) return undefined;
  // It does not tell where, but the shortest beginning that it refuses does.
  let good = 1;
  let bad = text.length;
  while (bad - good > 1) {
    const middle = (good + bad) >> 1;
    if ((await complaintOf(text.subarray(0, middle))) === undefined) good = middle;
    else bad = middle;
  }
  const first = await complaintOf(text.subarray(0, bad));
  return { at: Math.max(0, bad - 2), reason: first ?? reason };
}

/** What is wrong with a table, and on which line of the piece, from 1. */
export interface CsvReason {
  readonly line: number;
  /** In the words of csv-parse. */
  readonly reason: string;
}

/**
 * What csv-parse says of a piece of a table that begins with a row.
 *
 * @returns undefined when it finds nothing wrong with it.
 */
export async function explainRows(piece: Uint8Array): Promise<CsvReason | undefined> {
  const { parse } = await import('csv-parse/sync');
  try {
    // It counts `\r\n` inside quotes as two lines.
    parse(Buffer.from(piece).toString('latin1').replaceAll('\r\n', '\n'), {
      relax_column_count: true,
    });
    return undefined;
  } catch (error) {
    const { message, lines = 1 } = error as Error & { lines?: number };
    return { line: lines, reason: message };
  }
}
