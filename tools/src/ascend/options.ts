/**
 * Tables of allocations as their producers write them. V15: torch_npu since 6.0 and MindSpore since 2.4. V14: V15
 * without `Active Duration(us)` (only in test fixtures). V10: torch_npu 5.x. M9: CANN's own export (msprof), in KB, no
 * release time. MS9: MindSpore's memory tracker, a comma at the end of every line.
 */
export type Variant = 'V15' | 'V14' | 'V10' | 'M9' | 'MS9';

export const VARIANTS: readonly Variant[] = ['V15', 'V14', 'V10', 'M9', 'MS9'];

/** What of the job's execution the trace recorded; it decides which call stacks can be found. */
export interface TracedThreads {
  /** Backward operators run on a thread of their own, without call stacks. Without it there is no backward pass. */
  backwardThread: boolean;
  /** Enqueue and Dequeue events are recorded. Without them no `cann::` row has a stack. */
  queue: boolean;
  /** Numbers of the training steps, one `ProfilerStep#N` range each. Empty: two steps, no ranges. */
  profilerSteps: readonly number[];
}

export interface BlocksFromBefore {
  /** Blocks of the PyTorch allocator that are alive when the capture starts. */
  count: number;
  /** How many of them are released inside the capture. */
  released: number;
}

export interface CaptureOptions {
  seed: string | number;
  /** Rows of the PyTorch allocator (PTA). */
  allocations: number;
  /** Rows of the graph engine's allocator (GE), named `cann::…` where torch_npu writes the table. */
  geAllocations: number;
  rank: number;
  /** Device types in one file. */
  devices: 1 | 2;
  /** Call stacks of the program; a short capture does not reach all of them. */
  distinctStacks: number;
  /** Frames of a call stack. */
  stackDepth: number;
  /** Share of the allocations that are not released inside the capture. */
  unreleasedShare: number;
  blocksFromBefore: BlocksFromBefore;
  variant: Variant;
  /** Share of the PTA rows with a blank name: allocations that no operator covers. */
  emptyNames: number;
  /** User ranges (and source paths) with commas, quotes, newlines, markup, non-ASCII. */
  oddNames: boolean;
  /** Some allocations and releases share a time; at one time releases come first. */
  ties: boolean;
  trace: false | TracedThreads;
  /** Start of the capture, ns since the epoch; a multiple of 10, as the counter ticks at 100 MHz. */
  startNs: bigint;
}

/** Options as a caller gives them: what is left out has its default. */
export type CaptureRequest = Partial<Omit<CaptureOptions, 'trace' | 'blocksFromBefore'>> & {
  trace?: false | Partial<TracedThreads>;
  blocksFromBefore?: Partial<BlocksFromBefore>;
};

const TRACED: TracedThreads = { backwardThread: true, queue: true, profilerSteps: [] };

const DEFAULTS: CaptureOptions = {
  seed: 1,
  allocations: 1000,
  geAllocations: 100,
  rank: 0,
  devices: 1,
  distinctStacks: 64,
  stackDepth: 12,
  unreleasedShare: 0.1,
  blocksFromBefore: { count: 40, released: 6 },
  variant: 'V15',
  emptyNames: 0,
  oddNames: false,
  ties: false,
  trace: TRACED,
  startNs: 1_779_785_515_000_000_000n,
};

function requireCount(name: string, value: number, least: number): void {
  if (!Number.isSafeInteger(value) || value < least) {
    throw new RangeError(`${name} must be an integer of at least ${least}, not ${value}`);
  }
}

function requireShare(name: string, value: number): void {
  if (!(value >= 0 && value <= 1)) throw new RangeError(`${name} must be 0 to 1, not ${value}`);
}

/** Fills in the defaults; throws a RangeError for what cannot be simulated. */
export function resolveOptions(request: CaptureRequest): CaptureOptions {
  const options: CaptureOptions = {
    ...DEFAULTS,
    ...request,
    trace: request.trace === false ? false : { ...TRACED, ...request.trace },
    blocksFromBefore: { ...DEFAULTS.blocksFromBefore, ...request.blocksFromBefore },
  };
  requireCount('allocations', options.allocations, 0);
  requireCount('geAllocations', options.geAllocations, 0);
  requireCount('rank', options.rank, 0);
  requireCount('distinctStacks', options.distinctStacks, 1);
  requireCount('stackDepth', options.stackDepth, 1);
  requireCount('blocksFromBefore.count', options.blocksFromBefore.count, 0);
  requireCount('blocksFromBefore.released', options.blocksFromBefore.released, 0);
  if (options.blocksFromBefore.released > options.blocksFromBefore.count) {
    throw new RangeError('blocksFromBefore.released must not exceed blocksFromBefore.count');
  }
  requireShare('unreleasedShare', options.unreleasedShare);
  requireShare('emptyNames', options.emptyNames);
  if (!VARIANTS.includes(options.variant)) {
    throw new RangeError(`variant must be one of ${VARIANTS.join(', ')}, not ${options.variant}`);
  }
  if (options.startNs < 0n || options.startNs % 10n !== 0n) {
    throw new RangeError('startNs must be a multiple of 10 ns');
  }
  return options;
}

/** Only torch_npu since 6.0 tells when a block could be used again (block_free) apart from its release. */
export function hasActiveRelease(variant: Variant): boolean {
  return variant === 'V15' || variant === 'V14';
}
