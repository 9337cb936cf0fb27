import { type FileHandle, open } from 'node:fs/promises';
import type { Schema } from 'apache-arrow';
import { Footer } from 'apache-arrow/ipc/metadata/file';

const MAGIC = new TextEncoder().encode('ARROW1');
/** An Arrow IPC file ends with its footer, the footer's length and the magic. */
const LENGTH_BYTES = 4;
const END_BYTES = LENGTH_BYTES + MAGIC.length;

/**
 * The schema of an Arrow IPC file, from its footer alone; undefined where that cannot be read: then
 * reading the file as a whole tells what is wrong with it.
 */
export async function readSchema(path: string): Promise<Schema | undefined> {
  const file = await open(path);
  try {
    const { size } = await file.stat();
    const begin = await bytesAt(file, 0, MAGIC.length);
    const end = await bytesAt(file, size - END_BYTES, END_BYTES);
    if (!isMagic(begin) || !isMagic(end.subarray(LENGTH_BYTES))) return undefined;
    const length = end.readInt32LE(0);
    const footerBegin = size - END_BYTES - length;
    if (length <= 0 || footerBegin < MAGIC.length) return undefined;
    return Footer.decode(await bytesAt(file, footerBegin, length)).schema;
  } catch {
    return undefined;
  } finally {
    await file.close();
  }
}

async function bytesAt(file: FileHandle, begin: number, length: number): Promise<Buffer> {
  const bytes = Buffer.alloc(length);
  const { bytesRead } = await file.read(bytes, 0, length, begin);
  if (bytesRead < length) throw new Error('the file is shorter than it says');
  return bytes;
}

function isMagic(bytes: Uint8Array): boolean {
  return MAGIC.every((byte, i) => bytes[i] === byte);
}
