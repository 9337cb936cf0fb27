/** What is simulated on one device. */
export interface RmmOptions {
  readonly seed: string;
  readonly threads: number;
  /** Allocations, releases and failures, roundly. */
  readonly events: number;
  /** When it begins, µs since midnight. */
  readonly startUs: number;
  /** What the device has; allocations beyond it fail. */
  readonly capacityBytes: number;
  /** Largest allocation, a power of two. */
  readonly sizeBits: number;
  /** Blocks that were there before the log began and are released in it. */
  readonly earlierBlocks: number;
  /** How deep scopes nest. */
  readonly scopeDepth: number;
  /** Of what threads do, the share that are requests for memory; releases are 0.84 less that. */
  readonly requestShare: number;
  /** Share of events that are logged with a time a little before that of the event before. */
  readonly lateShare: number;
}

export const RMM_DEFAULTS: RmmOptions = {
  seed: 'rmm',
  threads: 6,
  events: 2000,
  startUs: 51_679_998_533,
  capacityBytes: 3 << 20,
  sizeBits: 20,
  earlierBlocks: 8,
  scopeDepth: 4,
  requestShare: 0.5,
  lateShare: 0.02,
};

/** The last moments of a day: the clock of the log begins anew. */
export const BEFORE_MIDNIGHT_US = 86_399_950_000;

/** Name of the range in which a thread makes room; what it allocates there counts for no scope. */
export const SPILL_SCOPE = 'spill';
