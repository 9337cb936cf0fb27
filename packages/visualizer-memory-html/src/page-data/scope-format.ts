/** What is known of scopes. Shared by whoever writes the pages (Node) and the page (browser). */
import type { PAGE_DATA_VERSION, PackedColumns } from './packed-format.js';

/** What the group's file says of scopes. */
export interface ScopeFile {
  /** Of {@link ScopesData}. */
  readonly file: string;
}

/** User ranges as scopes: a file of its own, for who looks at them. */
export interface ScopesData {
  readonly version: typeof PAGE_DATA_VERSION;
  readonly paths: readonly string[];
  /** Decimals; those that have scopes. Null is all threads, where the source tells none. */
  readonly threads: readonly (string | null)[];
  /** By path over all threads, in the report's order. */
  readonly byPath: PackedColumns;
  /** By path and thread, in the report's order. */
  readonly byThread: PackedColumns;
  /** Each entry, by thread, begin, and then the outer before the inner. */
  readonly entries: PackedColumns;
}

/** Columns of {@link ScopesData.byPath}; names as in the report. `path` is a place in the paths, `maxThread` in the threads; `threads` is 0 where the source tells none. */
export const PATH_COLUMNS = [
  'path',
  'entries',
  'threads',
  'p50Bytes',
  'p95Bytes',
  'maxBytes',
  'maxThread',
] as const;

/** Columns of {@link ScopesData.byThread}; `thread` is a place in the threads. */
export const PATH_THREAD_COLUMNS = [
  'path',
  'thread',
  'entries',
  'maxBytes',
  'maxNs',
  'leftBytes',
] as const;

/**
 * Columns of {@link ScopesData.entries}. `lengthNs` is 0 where an entry does not end, else one more
 * than how long it is; `maxAfterNs` is when it held most, after its begin.
 */
export const ENTRY_COLUMNS = [
  'thread',
  'path',
  'startNs',
  'lengthNs',
  'maxBytes',
  'maxAfterNs',
  'leftBytes',
] as const;
