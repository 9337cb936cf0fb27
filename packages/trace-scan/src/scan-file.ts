import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import { fileBytes } from './file-bytes.js';
import { eventHead } from './parts/boundaries.js';
import { scanParts } from './parts/scan-parts.js';
import { type ScanOptions, scanTrace, type TraceScan } from './scan.js';
import { scanHere } from './scan-here.js';
import type { Selection } from './selection.js';
import { packingOf } from './unpack.js';

export interface FileScanOptions extends ScanOptions {
  /** Bytes of the file to read, between two events of its array; all when absent. */
  readonly range?: { readonly begin: number; readonly end: number };
  /** Threads to read by, besides this one. Default 0: it is read in this thread. */
  readonly threads?: number;
  /** Bytes of the parts that threads read in turn. Default 16 MiB. */
  readonly partBytes?: number;
}

const PART_BYTES = 16 << 20;
/** Starting a thread takes as long as reading about this much. */
const LEAST_BYTES_A_THREAD = 32 << 20;
const HEAD_BYTES = 1 << 16;
/** Batches of one thread that may wait: more than a part has, so that no thread waits for another. */
const MOST_UNDER_WAY = 24;
const MOST_BATCH_EVENTS = 8192;

interface FileFacts {
  readonly bytes: number;
  readonly eventHead: Uint8Array | undefined;
  readonly isPacked: boolean;
  /** Whether the array of events is in an object. */
  readonly isWrapped: boolean;
}

/** The size of a file and what its events begin with; undefined head when parts cannot be told. */
function lookAt(path: string): FileFacts {
  const file = openSync(path, 'r');
  try {
    const head = new Uint8Array(HEAD_BYTES);
    const length = readSync(file, head, 0, HEAD_BYTES, 0);
    const bytes = fstatSync(file).size;
    if (packingOf(head) !== undefined)
      return { bytes, eventHead: undefined, isPacked: true, isWrapped: false };
    const isWrapped = new TextDecoder().decode(head).trimStart().startsWith('{');
    return { bytes, eventHead: eventHead(head.subarray(0, length)), isPacked: false, isWrapped };
  } finally {
    closeSync(file);
  }
}

/**
 * {@link scanTrace} of a file, by several threads where it is large enough for that to pay. The
 * events, their order and the report are the same. The threads begin to read at once: a scan that is
 * not iterated over to its end has to be stopped.
 *
 * @throws TraceFormatError or the error of the file system, from the iteration.
 */
export function scanTraceFile(
  path: string,
  selection: Selection,
  options: FileScanOptions = {},
): TraceScan {
  const { range, threads = 0 } = options;
  const inside = range ? { insideArray: true, baseOffset: range.begin } : {};
  let facts: FileFacts | undefined;
  try {
    facts = lookAt(path);
  } catch {
    // The error comes out of the iteration.
  }
  if (facts === undefined || facts.isPacked) {
    const bytes = fileBytes(path, range ? { start: range.begin, end: range.end } : {});
    return scanTrace(bytes, selection, { ...options, ...inside });
  }
  const start = range?.begin ?? 0;
  const end = range?.end ?? facts.bytes;
  const partBytes = options.partBytes ?? PART_BYTES;
  const leastBytes = options.partBytes ?? LEAST_BYTES_A_THREAD;
  const useful = Math.min(threads, Math.floor((end - start) / leastBytes));
  if (facts.eventHead === undefined || useful === 0) {
    const whole = { ...options, ...inside, insideObject: facts.isWrapped };
    return scanHere(path, selection, { start, end }, whole);
  }
  return scanParts(
    {
      path,
      start,
      end,
      insideArray: range !== undefined,
      insideObject: facts.isWrapped,
      partBytes,
      threads: useful,
      eventHead: facts.eventHead,
      mostUnderWay: MOST_UNDER_WAY,
      batchEvents: Math.min(MOST_BATCH_EVENTS, options.batchEvents ?? Infinity),
    },
    selection,
    options,
  );
}
