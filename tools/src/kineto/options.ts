/** Which fields events have: PyTorch added them over the years. */
export type KinetoEra = '2021' | '2023' | '2025';

/** What is simulated. */
export interface KinetoOptions {
  readonly seed: string;
  readonly era: KinetoEra;
  /** Operators, roundly; each allocates once or twice. */
  readonly operators: number;
  readonly steps: number;
  /** `with_stack=True`. */
  readonly withStack: boolean;
  /**
   * Whether operators call others and launch kernels, as they do: much of a real trace tells of that,
   * and only some of its operators allocate.
   */
  readonly withKernels: boolean;
  /** Device types and ids, besides the host's memory. */
  readonly devices: readonly { readonly type: number; readonly id: number }[];
  /** Whether events are written in another order than that of time. */
  readonly isShuffled: boolean;
  /** Allocations that fail. */
  readonly failures: number;
  readonly rank: number | null;
  /** Whether the truth has the places of allocations; those of millions take much memory. */
  readonly keepsPlaces: boolean;
}

export const KINETO_DEFAULTS: KinetoOptions = {
  seed: 'kineto',
  era: '2025',
  operators: 400,
  steps: 4,
  withStack: true,
  withKernels: false,
  devices: [{ type: 1, id: 0 }],
  isShuffled: true,
  failures: 1,
  rank: 3,
  keepsPlaces: true,
};

/** What is true of a device while it was traced. */
export interface KinetoTruth {
  startBytes: number;
  peakBytes: number;
  endBytes: number;
  allocations: number;
  released: number;
  releasesOfUnknown: number;
  /** Operator, Python functions (innermost first), step and annotation of each allocation, in order. */
  readonly places: { operator: string; stack: string[]; step: number; bytes: number }[];
}
