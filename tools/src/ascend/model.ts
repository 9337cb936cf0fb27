import { MODEL_OPERATORS, type ModelOperator, OPTIMIZER_FRAMES } from './model-operators.js';
import type { CaptureOptions } from './options.js';
import { Random } from './random.js';

/** Units of 512 bytes that the blocks of one forward pass may take together: 16 GiB. */
const PASS_UNITS = 2 ** 25;
const LARGEST_BITS = 18;

/** A line of the program that calls an operator: always with the same call stack and the same sizes. */
export interface CallSite {
  operator: ModelOperator;
  /** Number of the call stack; null: called from where the profiler sees no Python. */
  stack: number | null;
  device: number;
  /** Sizes are up to 2^bits units of 512 bytes. */
  bits: number;
  /** Has a parameter, hence a gradient to accumulate. */
  hasParameter: boolean;
  /** A user range of odd name around it. */
  isInOddRange: boolean;
}

/** The program: its call sites, forward ones and the optimizer's, computed from their number. */
export class Model {
  readonly forwardSites: number;
  readonly #options: CaptureOptions;
  readonly #bits: number;
  readonly #sites: CallSite[] = [];

  constructor(options: CaptureOptions) {
    this.#options = options;
    const ofOptimizer = options.distinctStacks >= 4 ? Math.ceil(options.distinctStacks / 8) : 0;
    this.forwardSites = options.distinctStacks - ofOptimizer;
    // Where many blocks live together each is smaller, or a capture of a million would need terabytes.
    const inPass = Math.min(this.forwardSites * 2, options.allocations);
    const blocks = Math.max(inPass, options.allocations * options.unreleasedShare);
    let bits = LARGEST_BITS;
    while (bits > 4 && 2 ** (bits - 3) * blocks > PASS_UNITS) bits--;
    this.#bits = bits;
  }

  site(index: number): CallSite {
    this.#sites[index] ??= this.#makeSite(index);
    return this.#sites[index];
  }

  #makeSite(index: number): CallSite {
    const random = new Random(`${this.#options.seed}/site/${index}`);
    return {
      operator: random.pick(MODEL_OPERATORS),
      stack: index > 0 && random.chance(0.02) ? null : index,
      device: index % this.#options.devices,
      bits: Math.max(2, this.#bits - random.below(6)),
      hasParameter: random.chance(0.15),
      isInOddRange: this.#options.oddNames && index % 9 === 4,
    };
  }

  /** Frames of the libraries nearest to the operators that a call stack leads to, innermost first. */
  innermostFrames(stack: number): readonly string[] {
    return stack < this.forwardSites ? [this.site(stack).operator.frame] : OPTIMIZER_FRAMES;
  }

  /** Call stack of an operator of the optimizer. */
  optimizerStack(index: number): number {
    const count = this.#options.distinctStacks - this.forwardSites;
    return count === 0 ? 0 : this.forwardSites + (index % count);
  }
}
