import type { OutOfMemory } from '@rl-insight/memory-model';
import {
  FAILURE_COLUMNS,
  type FailureHoldersData,
  type FailuresData,
  RETRIES,
} from '../page-data/failure-format.js';
import { PAGE_DATA_VERSION } from '../page-data/format.js';
import { FailureCodes } from './failure-codes.js';
import { FailureHolders } from './failure-holders.js';
import { NumberColumns } from './number-columns.js';
import type { Packer } from './pack.js';
import type { TextNumbers } from './texts.js';

export interface PackedFailures {
  readonly failures: FailuresData;
  readonly holders: FailureHoldersData;
}

/** A number that may not be known, as one more than it is. */
function known(value: number | null): number {
  return value === null ? 0 : value + 1;
}

/** The failed allocations of a group for the page; their times are later by `shift`. */
export async function failuresData(
  found: readonly OutOfMemory[],
  numbers: TextNumbers,
  packer: Packer,
  shift: number,
): Promise<PackedFailures> {
  const codes = new FailureCodes();
  const failures = new NumberColumns(FAILURE_COLUMNS, ['timeNs', 'liveBytes', 'earlierBytes']);
  const releasers = new NumberColumns(['thread', 'bytes']);
  const holders = new FailureHolders(codes, numbers);
  for (const failure of found) {
    const { releasedBytes, retry, releasedByThread } = failure.followedBy;
    failures.add({
      timeNs: failure.timeNs + shift,
      thread: codes.thread(failure.threadId),
      requestedBytes: known(failure.requestedBytes),
      freeBytes: known(failure.deviceFreeBytes),
      stack: numbers.stack(failure.callStack),
      liveBytes: failure.liveBytes,
      earlierBytes: failure.beforeBytes,
      open: codes.openRanges(failure.openRanges),
      retry: RETRIES.indexOf(retry),
      releasedBytes: known(releasedBytes),
      releasers: releasedByThread === null ? 0 : releasedByThread.length + 1,
    });
    for (const { threadId, bytes } of releasedByThread ?? []) {
      releasers.add({ thread: codes.thread(threadId), bytes });
    }
    holders.add(failure.heldByThread);
  }
  return {
    holders: await holders.pack(packer),
    failures: {
      version: PAGE_DATA_VERSION,
      failures: await failures.pack(packer),
      releasers: await releasers.pack(packer),
      // Those of the holders are among them.
      threads: codes.threads.values.map(String),
      ranges: codes.ranges.values,
      open: codes.open.values,
    },
  };
}
