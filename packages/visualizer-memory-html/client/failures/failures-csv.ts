import type { Group } from '../data/group.js';
import { csvCell } from '../format/csv-cell.js';
import { absoluteNs } from '../format/time.js';
import type { Failure } from './failures.js';

const HEADER =
  'time_ns,thread_id,requested_bytes,device_free_bytes,live_bytes,before_capture_bytes,open_ranges,retry,released_bytes,call_stack';

/** Failed allocations as RFC 4180 text; what is not known is empty. */
export function failuresCsv(
  failures: readonly Failure[],
  { data, stacks, timeNs }: Group,
): string[] {
  const lines = failures.map((failure) =>
    [
      absoluteNs(data.originNs, timeNs(failure.timeNs)),
      failure.thread ?? '',
      failure.requestedBytes ?? '',
      failure.freeBytes ?? '',
      failure.liveBytes,
      failure.earlierBytes,
      csvCell(failure.open.join(' › ')),
      failure.retry ?? '',
      failure.releasedBytes ?? '',
      csvCell(stacks.frames(failure.stack).join(';\r\n')),
    ].join(','),
  );
  return [HEADER, ...lines].map((line) => `${line}\r\n`);
}
