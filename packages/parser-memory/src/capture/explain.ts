import { open } from 'node:fs/promises';
import type { Problem } from '@rl-insight/trace-scan';
import type { UnclosedQuote } from '@rl-insight/trace-scan/csv';

/** Enough to see what is wrong with an event, or with a row. */
const PIECE_BYTES = 64 << 10;
const GZIP = [0x1f, 0x8b];

/** A piece of a file; undefined where its bytes are not those that offsets count. */
async function pieceAt(path: string, offset: number): Promise<Uint8Array | undefined> {
  const file = await open(path, 'r');
  try {
    const head = new Uint8Array(GZIP.length);
    await file.read(head, 0, head.length, 0);
    if (GZIP.every((byte, i) => head[i] === byte)) return undefined;
    const { buffer, bytesRead } = await file.read(
      new Uint8Array(PIECE_BYTES),
      0,
      PIECE_BYTES,
      offset,
    );
    return buffer.subarray(0, bytesRead);
  } finally {
    await file.close();
  }
}

/** What stream-json says of the event that a problem is in; '' when it has nothing to say. */
export async function explainTrace(path: string, problem: Problem): Promise<string> {
  const { eventOffset } = problem;
  const piece = eventOffset === undefined ? undefined : await pieceAt(path, eventOffset);
  if (piece === undefined || eventOffset === undefined) return '';
  const { explainEvents } = await import('@rl-insight/trace-scan/explain');
  const found = await explainEvents(piece);
  if (found === undefined) return '';
  return ` (stream-json: ${found.reason} at byte ${eventOffset + found.at})`;
}

/** What csv-parse says of a table from a quote on; '' when it has nothing to say. */
export async function explainTable(path: string, quote: UnclosedQuote): Promise<string> {
  const piece = await pieceAt(path, quote.byteOffset);
  if (piece === undefined) return '';
  const { explainRows } = await import('@rl-insight/trace-scan/explain');
  const found = await explainRows(piece);
  if (found === undefined) return '';
  // Its lines count from the piece's first.
  const reason = found.reason.replaceAll(
    /\bline (\d+)/g,
    (_, line) => `line ${quote.line + Number(line) - 1}`,
  );
  return ` (csv-parse: ${reason})`;
}
