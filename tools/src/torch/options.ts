/** What is simulated on one device. */
export interface TorchOptions {
  readonly seed: string;
  /** Entries of the trace, roundly. */
  readonly events: number;
  /** What happens before the recording begins, in entries. */
  readonly earlierEvents: number;
  readonly streams: number;
  /** What the device has. */
  readonly capacityBytes: number;
  /** Largest request, a power of two. */
  readonly sizeBits: number;
  /** Whether segments are expandable: mapped and unmapped in parts. */
  readonly expandable: boolean;
  /** Share of blocks that another stream uses as well: they are free some entries later. */
  readonly sharedShare: number;
  /** Of what the program does, the share that are requests. */
  readonly requestShare: number;
  readonly distinctStacks: number;
  readonly stackDepth: number;
  /** `python`; with `all`, C++ frames come first. */
  readonly stacks: 'python' | 'all' | 'none';
  /** When it begins, µs since 1970. */
  readonly startUs: number;
}

export const TORCH_DEFAULTS: TorchOptions = {
  seed: 'torch',
  events: 2000,
  earlierEvents: 400,
  streams: 3,
  capacityBytes: 192 << 20,
  sizeBits: 23,
  expandable: false,
  sharedShare: 0.15,
  requestShare: 0.5,
  distinctStacks: 40,
  stackDepth: 8,
  stacks: 'python',
  startUs: 1_783_874_495_854_988,
};

/** Which keys entries and segments have: PyTorch added them over the years. */
export type TorchFormat = '2022' | '2023' | '2024' | '2026';

/** How a snapshot is written. */
export interface TorchFileOptions {
  readonly format: TorchFormat;
  readonly protocol: 2 | 3 | 4 | 5;
  /** `put` is what PyTorch's own C++ pickler and protocols before 4 have. */
  readonly memo: 'put' | 'memoize';
  /** Items that are added to a list at once; CPython's are 1000. */
  readonly batch: number;
}

export const TORCH_FILE: TorchFileOptions = {
  format: '2026',
  protocol: 4,
  memo: 'memoize',
  batch: 1000,
};
