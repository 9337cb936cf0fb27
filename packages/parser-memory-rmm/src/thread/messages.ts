import type { ScanFindings } from '../log/log-scanner.js';

/** What a thread that reads a log is given. */
export interface ScanTask {
  readonly path: string;
  /** Memory of some batches of rows, by turns. */
  readonly batches: readonly SharedArrayBuffer[];
  readonly batchRows: number;
  /** An int32 for each batch: 1 while its rows are not taken yet. */
  readonly taken: SharedArrayBuffer;
}

/** What it tells. */
export type ScanMessage =
  /** Rows are in the next batch; so many bytes of the file have been read since the last message. */
  | { readonly kind: 'rows'; readonly count: number; readonly bytes: number }
  | { readonly kind: 'end'; readonly findings: ScanFindings; readonly bytes: number }
  /** The file cannot be read. */
  | { readonly kind: 'unreadable'; readonly why: string };
