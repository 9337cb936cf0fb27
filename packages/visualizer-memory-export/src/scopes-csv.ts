import type { ColumnValues, MemoryGroup } from '@rl-insight/memory-contract';
import {
  blockArrays,
  byThreadId,
  RangeFilter,
  rangesOf,
  type ScopeEntry,
  scopeEntries,
} from '@rl-insight/memory-model';
import { csvPieces } from './csv.js';
import type { WriteOptions } from './write-options.js';

function texts(entries: readonly ScopeEntry[], of: (entry: ScopeEntry) => string): ColumnValues {
  const known = new Map<string, number>();
  const codes = Int32Array.from(entries, (entry) => {
    const text = of(entry);
    const code = known.get(text) ?? known.size;
    known.set(text, code);
    return code;
  });
  return { codes, values: [...known.keys()] };
}

/**
 * Every entry into a scope of a group, in order of its begin: its path, what its thread had
 * outstanding inside it at most and when, and what was left. `end_ns` is empty for a range that was
 * still open, `thread_id` where the source tells no thread.
 */
export function scopesCsvPieces(
  group: MemoryGroup,
  { scopes = new RangeFilter(), report }: Pick<WriteOptions, 'scopes' | 'report'>,
): Iterable<Uint8Array> {
  const entries = scopeEntries(group, blockArrays(group), rangesOf(group), scopes).sort(
    (a, b) => a.startNs - b.startNs || byThreadId(a.threadId, b.threadId),
  );
  const { info, allocations } = group;
  if (entries.length === 0) {
    report.notice({
      code: 'no-scopes',
      message: 'no scopes to export: the source has no user ranges around allocations',
    });
  }
  const ns = (of: (entry: ScopeEntry) => number): ColumnValues => ({
    values: BigInt64Array.from(entries, (entry) => {
      const time = of(entry);
      return Number.isNaN(time) ? 0n : allocations.originNs + BigInt(Math.round(time));
    }),
    valid: Uint8Array.from(entries, (entry) => (Number.isNaN(of(entry)) ? 0 : 1)),
  });
  const numbers = (of: (entry: ScopeEntry) => number): ColumnValues => ({
    values: Float64Array.from(entries, of),
  });
  const columns: Record<string, ColumnValues> = {
    role: texts(entries, () => info.role),
    rank_id: numbers(() => info.rank_id),
    device_type: texts(entries, () => info.device_type),
    path: texts(entries, ({ path }) => path),
    name: texts(entries, ({ name }) => name),
    thread_id: {
      values: Float64Array.from(entries, ({ threadId }) => threadId ?? 0),
      valid: Uint8Array.from(entries, ({ threadId }) => (threadId === null ? 0 : 1)),
    },
    start_ns: ns(({ startNs }) => startNs),
    end_ns: ns(({ endNs }) => endNs),
    max_outstanding_bytes: numbers(({ maxOutstandingBytes }) => maxOutstandingBytes),
    max_outstanding_time_ns: ns(({ maxOutstandingNs }) => maxOutstandingNs),
    left_outstanding_bytes: numbers(({ leftOutstandingBytes }) => leftOutstandingBytes),
  };
  return csvPieces(
    Object.entries(columns).map(([name, values]) => ({ name, values })),
    entries.length,
  );
}
