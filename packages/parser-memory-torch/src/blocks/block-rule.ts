import type { AllocatorSettings } from '../snapshot/allocator-settings.js';

const LEAST_BLOCK = 512;
/** Blocks up to this size have segments of their own, which are always split. */
const MOST_SMALL = 1 << 20;
const FIRST_INTERVAL = 20;

/**
 * How PyTorch's caching allocator sizes blocks: `round_size` and `should_split` of
 * `c10/cuda/CUDACachingAllocator.cpp`. That of Ascend NPUs adds 32 bytes to each request.
 */
export class BlockRule {
  readonly #settings: AllocatorSettings;
  readonly #isExpandable: boolean;
  readonly #padding: number;

  /**
   * @param isExpandable whether segments grow
   * @param padding bytes that are added to each request
   */
  constructor(settings: AllocatorSettings, isExpandable: boolean, padding: number) {
    this.#settings = settings;
    this.#isExpandable = isExpandable;
    this.#padding = padding;
  }

  /** The least that a block of a request takes, bytes. */
  rounded(requestedBytes: number): number {
    const bytes = requestedBytes + this.#padding;
    if (bytes < LEAST_BLOCK) return LEAST_BLOCK;
    const divisions = this.#divisions(bytes);
    if (divisions > 1 && bytes > LEAST_BLOCK * divisions) return nextDivision(bytes, divisions);
    return Math.ceil(bytes / LEAST_BLOCK) * LEAST_BLOCK;
  }

  /** Whether what is left of a free block always stays free, so that a block is no larger than rounded. */
  isExact(rounded: number): boolean {
    return rounded <= MOST_SMALL || this.#isExpandable;
  }

  /** The size of a block that is made of a free one. */
  sizeIn(freeBytes: number, rounded: number): number {
    return freeBytes - rounded > this.mostLeft(rounded) ? rounded : freeBytes;
  }

  /** How much of a free block at most becomes a part of a block, beyond its rounded size. */
  mostLeft(rounded: number): number {
    if (this.isExact(rounded)) return 0;
    return rounded < this.#settings.maxSplitBytes ? MOST_SMALL : Number.POSITIVE_INFINITY;
  }

  /** Into how many steps a power of two is divided, by the size of the request. */
  #divisions(bytes: number): number {
    const { divisions } = this.#settings;
    const interval = Math.floor(Math.log2(bytes)) - FIRST_INTERVAL;
    return divisions[Math.min(Math.max(interval, 0), divisions.length - 1)] ?? 0;
  }
}

function nextDivision(bytes: number, divisions: number): number {
  const power = 2 ** Math.floor(Math.log2(bytes));
  if (power === bytes) return bytes;
  const step = power / 2 ** Math.floor(Math.log2(divisions));
  return step < 1 ? power * 2 : Math.ceil(bytes / step) * step;
}
