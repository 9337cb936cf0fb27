import { type FileHandle, open, stat } from 'node:fs/promises';
import { setTimeout as wait } from 'node:timers/promises';

export interface FollowOptions {
  /** Time between two looks at a file that has not grown, ms. Default 500. */
  readonly pollMs?: number;
}

/** What is next in a file that grows. */
export type Growth =
  | { readonly kind: 'bytes'; readonly bytes: Uint8Array }
  /** There is no more for now. */
  | { readonly kind: 'end' }
  /** Another file is in its place, or it was cut: what was read before is not part of it. */
  | { readonly kind: 'anew' };

const PIECE_BYTES = 1 << 18;
const POLL_MS = 500;

/** Whether the file that is open is still the one of that name, and not shorter than what was read. */
async function isSame(file: FileHandle, path: string, position: number): Promise<boolean> {
  const named = await stat(path).catch(() => undefined);
  // While a log is rotated there may be none of its name for a moment.
  if (named === undefined) return true;
  return named.ino === (await file.stat()).ino && named.size >= position;
}

/**
 * The bytes of a file from its begin on, and then what is added to it, until the signal is aborted:
 * that is its usual end, and nothing is thrown. Bytes are valid until the next are asked for.
 *
 * @throws the error of the file system.
 */
export async function* growingFile(
  path: string,
  signal: AbortSignal,
  { pollMs = POLL_MS }: FollowOptions = {},
): AsyncGenerator<Growth> {
  const buffer = new Uint8Array(PIECE_BYTES);
  let file = await open(path, 'r');
  try {
    let position = 0;
    while (!signal.aborted) {
      const { bytesRead } = await file.read(buffer, 0, buffer.length, position);
      position += bytesRead;
      if (bytesRead > 0) {
        yield { kind: 'bytes', bytes: buffer.subarray(0, bytesRead) };
        continue;
      }
      yield { kind: 'end' };
      await wait(pollMs, undefined, { signal }).catch(() => undefined);
      if (signal.aborted || (await isSame(file, path, position))) continue;
      await file.close();
      file = await open(path, 'r');
      position = 0;
      yield { kind: 'anew' };
    }
  } finally {
    await file.close();
  }
}
