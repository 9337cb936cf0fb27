/** An allocation that failed. */
export interface TorchFailure {
  readonly timeUs: number;
  readonly requestedBytes: number;
  readonly deviceFreeBytes: number;
  readonly liveBytes: number;
}

/** A block that is in use when the snapshot is taken. */
export interface TorchLiveBlock {
  readonly address: number;
  readonly requestedBytes: number;
  readonly blockBytes: number;
  readonly isPending: boolean;
}

/** What is true of a device while its trace was recorded. Bytes are of what was asked for. */
export interface TorchTruth {
  startBytes: number;
  peakBytes: number;
  peakUs: number;
  endBytes: number;
  /** Allocations in the trace, and those of them that are not gone at its end. */
  allocations: number;
  unreleased: number;
  releasesOfUnknown: number;
  startReservedBytes: number;
  peakReservedBytes: number;
  endReservedBytes: number;
  /** In sizes of blocks, at the end and at most. */
  allocatedBytes: number;
  activeBytes: number;
  peakAllocatedBytes: number;
  peakActiveBytes: number;
  entries: number;
  startUs: number;
  endUs: number;
  readonly failures: TorchFailure[];
  readonly live: TorchLiveBlock[];
}

export function newTruth(): TorchTruth {
  const none = 0;
  return {
    ...{ startBytes: none, peakBytes: none, peakUs: none, endBytes: none, allocations: none },
    ...{ unreleased: none, releasesOfUnknown: none, startReservedBytes: none },
    ...{ peakReservedBytes: none, endReservedBytes: none, allocatedBytes: none, activeBytes: none },
    ...{ peakAllocatedBytes: none, peakActiveBytes: none },
    ...{ entries: none, startUs: none, endUs: none, failures: [], live: [] },
  };
}
