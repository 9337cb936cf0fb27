import type { Capture, CaptureNotice } from '../discover/capture.js';

/** Files that a capture may lack: what that costs. */
export function missingFiles({ files }: Capture): CaptureNotice[] {
  const notices: CaptureNotice[] = [];
  if (files.operatorMemory.length === 0) {
    notices.push({
      code: 'no-operator-memory',
      message: 'there is no operator_memory.csv: only the allocators’ own totals are known',
    });
  }
  if (files.trace === undefined) {
    notices.push({
      code: 'no-trace',
      message: 'there is no trace_view.json, so allocations have no call stacks',
    });
  }
  if (files.memoryRecord.length === 0) {
    notices.push({
      code: 'no-memory-record',
      message:
        'there is no memory_record.csv, so releases of blocks from before the capture cannot be seen',
    });
  }
  return notices;
}
