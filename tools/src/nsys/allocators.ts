/** How much a pool takes from the device at once. */
const CHUNK_BYTES = 1 << 20;

/** The device's pool of `cudaMallocAsync`: it keeps what it once took. */
export class AsyncPool {
  readonly address: number;
  usedBytes = 0;
  sizeBytes = 0;

  constructor(address: number) {
    this.address = address;
  }

  /** @param bytes negative for a release */
  change(bytes: number): void {
    // Of what was there from before the pool knows as well; an export that began later does not.
    this.usedBytes = Math.max(0, this.usedBytes + bytes);
    this.sizeBytes = Math.max(
      this.sizeBytes,
      Math.ceil(this.usedBytes / CHUNK_BYTES) * CHUNK_BYTES,
    );
  }
}

/** A pool of the program's own: what it has from CUDA it divides itself. */
export class Slabs {
  readonly #firstAddress: number;
  #count = 0;
  #usedBytes = 0;

  constructor(firstAddress: number) {
    this.#firstAddress = firstAddress;
  }

  /**
   * @param bytes negative for a release
   * @returns what must be asked of CUDA for it, if anything
   */
  change(bytes: number): { readonly address: number; readonly bytes: number } | undefined {
    this.#usedBytes = Math.max(0, this.#usedBytes + bytes);
    if (this.#usedBytes <= this.#count * CHUNK_BYTES) return undefined;
    const missing = Math.ceil(this.#usedBytes / CHUNK_BYTES) - this.#count;
    const slab = {
      address: this.#firstAddress + this.#count * CHUNK_BYTES,
      bytes: missing * CHUNK_BYTES,
    };
    this.#count += missing;
    return slab;
  }
}
