const LEAST_BLOCKS = 1024;

/** What is known of live blocks, by their numbers. */
export class LiveBlocks {
  bytes = new Float64Array(LEAST_BLOCKS);
  startNs = new Float64Array(LEAST_BLOCKS);
  /** Number of the thread that allocated it. */
  owner = new Int32Array(LEAST_BLOCKS);
  /** When that thread allocated the next one; NaN as long as it has not. */
  nextNs = new Float64Array(LEAST_BLOCKS);
  isLive = new Uint8Array(LEAST_BLOCKS);

  /** Makes room for a block. */
  reserve(block: number): void {
    if (block < this.bytes.length) return;
    const size = Math.max(block + 1, this.bytes.length * 2);
    const doubles = (from: Float64Array) => {
      const larger = new Float64Array(size);
      larger.set(from);
      return larger;
    };
    this.bytes = doubles(this.bytes);
    this.startNs = doubles(this.startNs);
    this.nextNs = doubles(this.nextNs);
    const owner = new Int32Array(size);
    owner.set(this.owner);
    this.owner = owner;
    const isLive = new Uint8Array(size);
    isLive.set(this.isLive);
    this.isLive = isLive;
  }
}
