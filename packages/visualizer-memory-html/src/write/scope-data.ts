import { byThreadId, type ScopeEntry, scopeReports } from '@rl-insight/memory-model';
import { PAGE_DATA_VERSION } from '../page-data/format.js';
import {
  ENTRY_COLUMNS,
  PATH_COLUMNS,
  PATH_THREAD_COLUMNS,
  type ScopesData,
} from '../page-data/scope-format.js';
import { Interned } from './interned.js';
import { NumberColumns } from './number-columns.js';
import type { Packer } from './pack.js';

/** The scopes of a group for the page: what the report says of them, and each entry, later by `shift`. */
export async function scopesData(
  entries: readonly ScopeEntry[],
  packer: Packer,
  shift: number,
): Promise<ScopesData> {
  const reports = scopeReports(entries, String);
  const paths = new Interned((path: string) => path);
  const threads = new Interned((id: string | null) => id ?? '');
  const byPath = new NumberColumns(PATH_COLUMNS);
  for (const { path, ...sums } of reports.scopes_by_path) {
    byPath.add({
      path: paths.codeOf(path),
      entries: sums.entries,
      threads: sums.threads ?? 0,
      p50Bytes: sums.p50_bytes,
      p95Bytes: sums.p95_bytes,
      maxBytes: sums.max_bytes,
      maxThread: threads.codeOf(decimals(sums.max_thread_id)),
    });
  }
  const byThread = new NumberColumns(PATH_THREAD_COLUMNS, ['maxNs']);
  for (const { path, thread_id, ...sums } of reports.scopes) {
    byThread.add({
      path: paths.codeOf(path),
      thread: threads.codeOf(decimals(thread_id)),
      entries: sums.entries,
      maxBytes: sums.max_outstanding_bytes,
      maxNs: Number(sums.max_outstanding_time_ns) + shift,
      leftBytes: sums.left_outstanding_bytes,
    });
  }
  const each = new NumberColumns(ENTRY_COLUMNS, ['startNs']);
  for (const entry of inOrder(entries)) {
    each.add({
      thread: threads.codeOf(decimals(entry.threadId)),
      path: paths.codeOf(entry.path),
      startNs: entry.startNs + shift,
      lengthNs: Number.isNaN(entry.endNs) ? 0 : entry.endNs - entry.startNs + 1,
      maxBytes: entry.maxOutstandingBytes,
      maxAfterNs: entry.maxOutstandingNs - entry.startNs,
      leftBytes: entry.leftOutstandingBytes,
    });
  }
  return {
    version: PAGE_DATA_VERSION,
    paths: paths.values,
    threads: threads.values,
    byPath: await byPath.pack(packer),
    byThread: await byThread.pack(packer),
    entries: await each.pack(packer),
  };
}

function decimals(id: number | null): string | null {
  return id === null ? null : String(id);
}

/** By thread, begin, and then the outer before the inner. */
function inOrder(entries: readonly ScopeEntry[]): ScopeEntry[] {
  const end = ({ endNs }: ScopeEntry) => (Number.isNaN(endNs) ? Number.MAX_VALUE : endNs);
  return entries.toSorted(
    (a, b) => byThreadId(a.threadId, b.threadId) || a.startNs - b.startNs || end(b) - end(a),
  );
}
