import { fileBytes } from '@rl-insight/trace-scan/node';
import { NO_CLAIMS } from '../pickle/claims.js';
import { NEWEST_PROTOCOL, OP } from '../pickle/opcodes.js';
import { PickleError } from '../pickle/pickle-error.js';
import { PickleReader } from '../pickle/read-pickle.js';

/** How sure it is that a file is a snapshot, and why. */
export interface SniffedSnapshot {
  readonly certainty: 'certain' | 'maybe' | 'none';
  /** A part of a sentence, as in “it is …”. */
  readonly reason: string;
}

/** So much of a file is looked at. */
const HEAD_BYTES = 1 << 12;
/** Keys that a snapshot has at its top, or a segment, which old files begin with. */
const KEYS = /segments|device_traces|host_traces|total_size|segment_type/;

/**
 * Whether a file is a memory snapshot of PyTorch, by the first bytes of it, unpacked.
 * A file that cannot be read is none.
 */
export async function sniffSnapshot(path: string): Promise<SniffedSnapshot> {
  try {
    for await (const piece of fileBytes(path, { pieceBytes: HEAD_BYTES })) return sniffHead(piece);
    return { certainty: 'none', reason: 'it is empty' };
  } catch (error) {
    return { certainty: 'none', reason: `it cannot be read: ${(error as Error).message}` };
  }
}

/** The same of the first bytes themselves. */
export function sniffHead(head: Uint8Array): SniffedSnapshot {
  if (head[0] !== OP.PROTO) return { certainty: 'none', reason: `it is ${otherContent(head)}` };
  if (head[1] > NEWEST_PROTOCOL) {
    return { certainty: 'none', reason: `it is a pickle of protocol ${head[1]}, or no pickle` };
  }
  try {
    const reader = new PickleReader(NO_CLAIMS);
    reader.push(head);
    if (head.length < HEAD_BYTES) reader.finish();
  } catch (error) {
    const isCut = error instanceof PickleError && error.problem === 'truncated';
    if (isCut) return sniffKeys(head);
    if (error instanceof PickleError && error.problem === 'unsafe') {
      return { certainty: 'none', reason: `it is a pickle of something else: ${error.message}` };
    }
    return { certainty: 'none', reason: 'it is no pickle of plain data' };
  }
  return sniffKeys(head);
}

function otherContent(head: Uint8Array): string {
  const text = new TextDecoder('latin1').decode(head);
  if (text.startsWith('PK')) return 'a zip archive, such as torch.save writes';
  // The first page of a database has the names of its tables.
  return text.startsWith('SQLite format 3') && text.includes('device_traces')
    ? 'what _dump_snapshot_sqlite writes, which is not read: _dump_snapshot has the same content'
    : 'no pickle of protocol 2 to 5';
}

function sniffKeys(head: Uint8Array): SniffedSnapshot {
  if (KEYS.test(new TextDecoder('latin1').decode(head))) {
    return { certainty: 'certain', reason: 'it is a pickle with the keys of a memory snapshot' };
  }
  return { certainty: 'maybe', reason: 'it is a pickle of plain data' };
}
