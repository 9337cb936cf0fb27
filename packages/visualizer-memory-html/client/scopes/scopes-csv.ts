import type { Group } from '../data/group.js';
import { csvCell } from '../format/csv-cell.js';
import { absoluteNs } from '../format/time.js';
import type { Scopes } from './scopes.js';

const HEADER =
  'path,thread_id,entries,threads,p50_bytes,p95_bytes,max_outstanding_bytes,max_outstanding_time_ns,left_outstanding_bytes';

/** Scopes as RFC 4180 text: each path over all threads, and then by thread. */
export function scopesCsv(
  { sums, paths }: Scopes,
  { data, timeNs }: Pick<Group, 'data' | 'timeNs'>,
): string[] {
  const lines = sums.flatMap(
    ({ path, entries, threads, p50Bytes, p95Bytes, maxBytes, byThread }) => {
      const text = csvCell(paths[path]);
      return [
        [text, '', entries, threads ?? '', p50Bytes, p95Bytes, maxBytes, '', ''].join(','),
        ...byThread.map(({ thread, maxNs, leftBytes, ...own }) =>
          [
            ...[text, thread ?? '', own.entries, '', '', '', own.maxBytes],
            ...[absoluteNs(data.originNs, timeNs(maxNs)), leftBytes],
          ].join(','),
        ),
      ];
    },
  );
  return [HEADER, ...lines].map((line) => `${line}\r\n`);
}
