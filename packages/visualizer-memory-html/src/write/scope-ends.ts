import type { Ranges } from '@rl-insight/memory-contract';
import type { RangeFilter, ScopeEntry } from '@rl-insight/memory-model';

export interface EndedEntry {
  readonly entry: ScopeEntry;
  /** NaN where it does not end. */
  readonly endNs: number;
}

/**
 * Entries by thread and begin, the outer before the inner, each with its end. What the model says of an
 * entry has none: it is that of its range. Of one thread's ranges that begin at one time the longer are
 * the outer ones, as in the model.
 */
export function entryEnds({
  entries,
  ranges,
  filter,
}: {
  entries: readonly ScopeEntry[];
  ranges: Ranges;
  filter: RangeFilter;
}): EndedEntry[] {
  const { threadId, startNs } = ranges;
  const inOrder = entries
    .map((entry) => ({ entry, depth: depthOf(entry.path) }))
    .sort(
      ({ entry: a, depth }, { entry: b, depth: other }) =>
        a.threadId - b.threadId || a.startNs - b.startNs || depth - other,
    );
  const rows = scopeRows(ranges, filter);
  let row = 0;
  return inOrder.map(({ entry }) => {
    const isBefore = (at: number) =>
      threadId[at] < entry.threadId ||
      (threadId[at] === entry.threadId && startNs[at] < entry.startNs);
    while (row < rows.length && isBefore(rows[row])) row++;
    return { entry, endNs: ranges.endNs[rows[row++]] ?? Number.NaN };
  });
}

/** How many names a path has. A `/` within a name is written as `\/`. */
function depthOf(path: string): number {
  let depth = 0;
  for (let i = 0; i < path.length; i++) if (path[i] === '/' && path[i - 1] !== '\\') depth++;
  return depth;
}

/** The ranges that are scopes, by thread and begin, the longer before the shorter. */
function scopeRows(ranges: Ranges, filter: RangeFilter): number[] {
  const { name, domain, threadId, startNs, endNs } = ranges;
  const known = new Map<string, boolean>();
  const isScope = (row: number) => {
    const key = `${name.codes[row]} ${domain.codes[row]}`;
    let scope = known.get(key);
    if (scope === undefined) {
      const text = name.values[name.codes[row]] ?? '';
      const of = domain.values[domain.codes[row]] ?? '';
      scope = !filter.excludes(text, of) && filter.includes(text, of);
      known.set(key, scope);
    }
    return scope;
  };
  const end = (row: number) => (Number.isNaN(endNs[row]) ? Number.MAX_VALUE : endNs[row]);
  const rows: number[] = [];
  for (let row = 0; row < ranges.rows; row++) {
    if (!Number.isNaN(threadId[row]) && isScope(row)) rows.push(row);
  }
  return rows.sort(
    (a, b) => threadId[a] - threadId[b] || startNs[a] - startNs[b] || end(b) - end(a) || a - b,
  );
}
