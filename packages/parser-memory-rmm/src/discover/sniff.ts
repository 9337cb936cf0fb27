import { fileBytes } from '@rl-insight/trace-scan/node';
import { rowOfCells, splitCells } from '../log/cells.js';

/** So much of a file is looked at to see what it is. */
const HEAD_BYTES = 1 << 20;
const LINE = /\r?\n/;

/** What a file is, as far as its head tells. */
export type LogKind =
  | 'rmm'
  /** RMM's own messages (`RMM_DEBUG_LOG_FILE`). */
  | 'rmm-debug'
  /** States of threads, of spark-rapids-jni; it has no bytes. */
  | 'spark-states'
  /** The log of cnmem, which RMM used until 2019. */
  | 'cnmem'
  | 'sqlite'
  | 'empty'
  | 'other';

export interface Sniffed {
  readonly kind: LogKind;
  /** The first line that is not blank, for messages. */
  readonly firstLine: string;
  /** Whether there is more than was looked at. */
  readonly goesOn: boolean;
}

const BEGINNINGS: readonly (readonly [RegExp, LogKind])[] = [
  [/^SQLite format 3/, 'sqlite'],
  [/^-+ RMM LOG BEGIN|^\[\s*\d+\]\[\d\d:\d\d:\d\d[:.]\d+\]\[\w+\s*\]/, 'rmm-debug'],
  [/^time,op,current thread,/, 'spark-states'],
  [/^Event Type,Device ID,Address,/, 'cnmem'],
];

function isOfLog(line: string): boolean {
  const found = rowOfCells(splitCells(line));
  return !('kind' in found) || found.kind === 'header';
}

/** Reads the head of a file and says what it is. Gzip is looked into. */
export async function sniffLog(path: string): Promise<Sniffed> {
  for await (const piece of fileBytes(path, { pieceBytes: HEAD_BYTES })) {
    const lines = new TextDecoder().decode(piece).split(LINE);
    const goesOn = piece.length === HEAD_BYTES;
    const firstLine = lines.find((line) => line.trim() !== '') ?? '';
    const known = BEGINNINGS.find(([beginning]) => beginning.test(firstLine))?.[1];
    const kind = known ?? (lines.some(isOfLog) ? 'rmm' : firstLine === '' ? 'empty' : 'other');
    return { kind, firstLine, goesOn };
  }
  return { kind: 'empty', firstLine: '', goesOn: false };
}
