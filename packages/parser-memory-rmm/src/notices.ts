import type { Notice } from '@rl-insight/memory-contract';
import type { FoundLog } from './discover/find-logs.js';
import type { ScanFindings } from './log/log-scanner.js';
import type { LogEvents } from './pairing/log-events.js';

/** What whoever reads the result of a log should know. */
export function logNotices(log: FoundLog, findings: ScanFindings, events: LogEvents): Notice[] {
  const { badRows: bad, otherLines: others, cutLine } = findings;
  const notices: Notice[] = [
    {
      code: 'rmm-not-recorded',
      message: `the log tells no process rank (${log.rank} is taken), no call stacks, ${
        events.hasTimes
          ? 'and its clock has no date and no zone: times count from midnight of its first day'
          : 'and no times: the number of the event is taken'
      }`,
    },
  ];
  const tell = (code: string, message: string, more: Partial<Notice> = {}) =>
    notices.push({ code, message, ...more });
  if (!log.isDeviceKnown) {
    tell('rmm-no-device', 'the name of the log tells no device (.dev<number>); GPU:0 is taken');
  }
  if (!events.hasThreads) {
    tell('rmm-no-threads', 'the log has no threads: RMM writes them since 0.16');
  }
  if (bad !== undefined) {
    tell('rmm-bad-rows', 'rows that cannot be read were left out', {
      count: bad.count,
      example: `${log.label} line ${bad.line}: ${bad.reason}`,
    });
  }
  if (others !== undefined) {
    tell('rmm-other-lines', 'lines that are no rows were passed over', {
      count: others.count,
      example: `${log.label} line ${others.line}: ${others.text}`,
    });
  }
  if (cutLine !== undefined) {
    tell('rmm-cut', 'the last line is not complete: the log is still being written, or was cut');
  }
  const reused = events.reusedAddresses.found;
  if (reused !== undefined) {
    tell(
      'rmm-address-reused',
      'blocks whose address was allocated again without a release: rows are missing, or of another device; they are taken to end there',
      { count: reused.count, example: `${log.label} line ${reused.line}: ${reused.text}` },
    );
  }
  const sizes = events.otherSizes.found;
  if (sizes !== undefined) {
    tell('rmm-other-size', 'releases that tell another size than their allocation, which counts', {
      count: sizes.count,
      example: `${log.label} line ${sizes.line}: ${sizes.text}`,
    });
  }
  return notices;
}
