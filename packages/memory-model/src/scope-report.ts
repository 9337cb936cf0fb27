import type { GroupReport, ScopePathReport, ScopeReport } from './report-types.js';
import type { ScopeEntry } from './scopes.js';

/** The entries by path and thread, and by path alone. */
export function scopeReports(
  entries: readonly ScopeEntry[],
  ns: (time: number) => string,
): Pick<GroupReport, 'scopes' | 'scopes_by_path'> {
  const byPath = groupedBy(entries, ({ path }) => path);
  const byThread = [...byPath.values()].flatMap((own) => [
    ...groupedBy(own, ({ threadId }) => threadId).values(),
  ]);
  const scopes = byThread.map((own): ScopeReport => {
    const most = largest(own);
    return {
      path: most.path,
      thread_id: most.threadId,
      entries: own.length,
      max_outstanding_bytes: most.maxOutstandingBytes,
      max_outstanding_time_ns: ns(most.maxOutstandingNs),
      left_outstanding_bytes: mostLeft(own),
    };
  });
  const paths = [...byPath].map(([path, own]): ScopePathReport => {
    const most = largest(own);
    const sizes = own.map(({ maxOutstandingBytes }) => maxOutstandingBytes).sort((a, b) => a - b);
    return {
      path,
      entries: own.length,
      threads: most.threadId === null ? null : new Set(own.map(({ threadId }) => threadId)).size,
      p50_bytes: percentile(sizes, 50),
      p95_bytes: percentile(sizes, 95),
      max_bytes: most.maxOutstandingBytes,
      max_thread_id: most.threadId,
      max_time_ns: ns(most.maxOutstandingNs),
      left_outstanding_bytes: mostLeft(own),
    };
  });
  return {
    scopes: scopes.sort(
      (a, b) =>
        b.max_outstanding_bytes - a.max_outstanding_bytes ||
        (a.path < b.path ? -1 : a.path > b.path ? 1 : byThreadId(a.thread_id, b.thread_id)),
    ),
    scopes_by_path: paths.sort((a, b) => b.max_bytes - a.max_bytes || (a.path < b.path ? -1 : 1)),
  };
}

function groupedBy<Key>(
  entries: readonly ScopeEntry[],
  keyOf: (entry: ScopeEntry) => Key,
): Map<Key, ScopeEntry[]> {
  const groups = new Map<Key, ScopeEntry[]>();
  for (const entry of entries) {
    const key = keyOf(entry);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [entry]);
    else group.push(entry);
  }
  return groups;
}

/** In order of ids, what is not known first. */
export function byThreadId(a: number | null, b: number | null): number {
  const unknown = Number.NEGATIVE_INFINITY;
  // Two that are not known differ by NaN.
  return (a ?? unknown) - (b ?? unknown) || 0;
}

/** The entry that needed most, the first of several. */
function largest(entries: readonly ScopeEntry[]): ScopeEntry {
  return entries.reduce((a, b) => (b.maxOutstandingBytes > a.maxOutstandingBytes ? b : a));
}

function mostLeft(entries: readonly ScopeEntry[]): number {
  return entries.reduce((most, entry) => Math.max(most, entry.leftOutstandingBytes), 0);
}

/** The smallest of the sorted values that so many per cent are not above (nearest rank). */
export function percentile(sorted: readonly number[], percent: number): number {
  return sorted[Math.max(0, Math.ceil((sorted.length * percent) / 100) - 1)];
}
