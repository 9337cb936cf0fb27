import type { MessagePort } from 'node:worker_threads';
import type { ScanReport } from '../report.js';
import type { Column } from '../rows.js';
import type { Selection } from '../selection.js';

/** What a thread is given that reads parts of a file. */
export interface PartsTask {
  readonly path: string;
  readonly selection: Selection;
  /** Bytes of the file to read. */
  readonly start: number;
  readonly end: number;
  /** Whether `start` is between two events of the array. */
  readonly insideArray: boolean;
  /** Whether the array is in an object. */
  readonly insideObject: boolean;
  /** Parts begin at multiples of this, or rather at the first event after. */
  readonly partBytes: number;
  /** The parts to read: this one, and every `threads`-th after it. */
  readonly first: number;
  readonly threads: number;
  /** What an event begins with, up to the end of its first key, as in the head of the file. */
  readonly eventHead: Uint8Array;
  /** Batches that may be on their way, and how many have been taken in (Int32Array of one). */
  readonly mostUnderWay: number;
  readonly taken: SharedArrayBuffer;
  readonly batchEvents: number;
  /** Where columns come back that are no longer needed: fresh memory costs more than reading. */
  readonly returned: MessagePort;
}

/** Texts that a thread met for the first time: their codes follow those of the ones before. */
export interface NewTexts {
  readonly bytes: Uint8Array;
  readonly lengths: Int32Array;
  /** 1 where the bytes hold escapes. */
  readonly escaped: Uint8Array;
}

export type PartMessage =
  | {
      readonly kind: 'batch';
      readonly part: number;
      readonly count: number;
      /** Of a whole batch; the first `count` rows are filled. */
      readonly columns: readonly Column[];
      readonly texts: NewTexts;
      /** Of the part, so far. */
      readonly bytesRead: number;
    }
  | {
      readonly kind: 'end';
      readonly part: number;
      readonly report: ScanReport;
      /** The part went on to the end of the file: the parts after it are void. */
      readonly isLast: boolean;
    }
  | { readonly kind: 'not-a-trace'; readonly message: string; readonly byteOffset: number }
  | { readonly kind: 'failed'; readonly error: Error };
