import { mkdir, open } from 'node:fs/promises';
import { dirname } from 'node:path';

/** A file that was written. */
export interface WrittenFile {
  /** Path in the capture's folder, with `/`. */
  path: string;
  bytes: number;
}

/**
 * Writes pieces of text to a new file, gathering about `chunkChars` characters at a time: the text as a whole is never
 * in memory. Returns the size in bytes.
 */
export async function writeText(
  path: string,
  pieces: Iterable<string>,
  chunkChars: number,
): Promise<number> {
  await mkdir(dirname(path), { recursive: true });
  const file = await open(path, 'w');
  let bytes = 0;
  let chunk = '';
  const flush = async (): Promise<void> => {
    const buffer = Buffer.from(chunk, 'utf8');
    chunk = '';
    await file.writeFile(buffer);
    bytes += buffer.length;
  };
  try {
    for (const piece of pieces) {
      chunk += piece;
      if (chunk.length >= chunkChars) await flush();
    }
    await flush();
  } finally {
    await file.close();
  }
  return bytes;
}
