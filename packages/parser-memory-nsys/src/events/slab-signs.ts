import { ALLOCATORS } from './memory-class.js';

const DEVICE = ALLOCATORS.indexOf('device');
/** Caching allocators and pools take whole MiB: PyTorch 2 and 20, RMM's arena and pool more. */
const SLAB_UNIT = 1 << 20;
/** Of what was allocated, what must be in slabs. */
const SLAB_SHARE = 0.95;
/** Of the slabs, what may have been given back. */
const MOST_RELEASED = 0.25;
/** One large array is no pool. */
const LEAST_SLABS = 2;

/** Tells by what `cudaMalloc` gave out whether a program divides it among others by itself. */
export class SlabSigns {
  slabs = 0;
  slabBytes = 0;
  #bytes = 0;
  #allocations = 0;
  #released = 0;

  /** @param allocator place in `ALLOCATORS` */
  allocate(allocator: number, bytes: number): void {
    if (allocator !== DEVICE) return;
    this.#bytes += bytes;
    this.#allocations++;
    if (bytes < SLAB_UNIT || bytes % SLAB_UNIT !== 0) return;
    this.slabs++;
    this.slabBytes += bytes;
  }

  release(allocator: number): void {
    if (allocator === DEVICE) this.#released++;
  }

  get areSlabs(): boolean {
    return (
      this.slabs >= LEAST_SLABS &&
      this.slabBytes >= this.#bytes * SLAB_SHARE &&
      this.#released <= this.#allocations * MOST_RELEASED
    );
  }
}
