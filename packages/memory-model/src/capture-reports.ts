import type { GroupInfo } from '@rl-insight/memory-contract';
import type { CaptureReport } from './report-types.js';

/** The captures of a group as the report has them. */
export function captureReports({ captures }: GroupInfo): CaptureReport[] {
  return captures.map(({ start_ns, end_ns, step, sources }) => ({
    start_ns,
    end_ns,
    step,
    sources,
  }));
}
