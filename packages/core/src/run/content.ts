import { open, stat } from 'node:fs/promises';
import { extname } from 'node:path';
import { filesBelow } from './inputs.js';

const HEAD_BYTES = 512;
/** Endings that are told of a folder. */
const ENDINGS = 5;

/** What files begin with, as hexadecimal digits. */
const BEGINNINGS: readonly (readonly [string, string])[] = [
  [hex('SQLite format 3\0'), 'a SQLite database'],
  ['1f8b', 'a file compressed by gzip'],
  ['28b52ffd', 'a file compressed by zstd'],
  [hex('PK\u0003\u0004'), 'a zip archive'],
  [hex('ARROW1'), 'an Arrow file'],
  [hex('PAR1'), 'a Parquet file'],
  ...[2, 3, 4, 5].map((protocol) => [`800${protocol}`, 'a Python pickle'] as const),
];

const TEXTS: readonly (readonly [RegExp, string])[] = [
  [/^\s*[[{]/, 'JSON'],
  [/^\s*<(?:!doctype|html)/i, 'a page of HTML'],
];

function hex(text: string): string {
  return Buffer.from(text, 'latin1').toString('hex');
}

function headContent(head: Buffer): string {
  if (head.length === 0) return 'an empty file';
  const digits = head.toString('hex');
  const known = BEGINNINGS.find(([beginning]) => digits.startsWith(beginning));
  if (known !== undefined) return known[1];
  if (head.some((byte) => byte < 9 || byte === 127)) return 'binary data';
  const text = head.toString('utf8');
  return TEXTS.find(([beginning]) => beginning.test(text))?.[1] ?? 'text';
}

/** What a path holds, as words for a message: of a file what its first bytes say, of a folder its files. */
export async function contentOf(path: string): Promise<string> {
  const known = await stat(path);
  if (known.isDirectory()) return folderContent(await filesBelow(path));
  if (!known.isFile()) return 'neither a file nor a folder';
  const file = await open(path, 'r');
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(HEAD_BYTES), 0, HEAD_BYTES, 0);
    return headContent(buffer.subarray(0, bytesRead));
  } finally {
    await file.close();
  }
}

function folderContent(files: readonly string[]): string {
  if (files.length === 0) return 'an empty folder';
  const counts = new Map<string, number>();
  for (const file of files) {
    const ending = extname(file) || 'without ending';
    counts.set(ending, (counts.get(ending) ?? 0) + 1);
  }
  const most = [...counts].sort(([, a], [, b]) => b - a);
  const told = most.slice(0, ENDINGS).map(([ending, count]) => `${count} ${ending}`);
  const rest = most.length > ENDINGS ? ', …' : '';
  return `a folder with ${files.length === 1 ? 'one file' : `${files.length} files`} (${told.join(', ')}${rest})`;
}
