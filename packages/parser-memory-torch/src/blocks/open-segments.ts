/** A segment, and the blocks in it that are in use. */
interface OpenSegment {
  readonly address: bigint;
  readonly bytes: number;
  /** Where they begin, from the segment's begin, ascending. */
  readonly begins: number[];
  /** Where each ends at least. */
  readonly ends: number[];
}

/** A place in a segment. */
export interface SegmentPlace {
  readonly segment: OpenSegment;
  readonly offset: number;
}

/** Segments that are there, and the large blocks in them: a segment holds few of those. */
export class OpenSegments {
  /** By address. */
  readonly #segments: OpenSegment[] = [];

  add(address: bigint, bytes: number): void {
    this.#segments.splice(this.#after(address), 0, { address, bytes, begins: [], ends: [] });
  }

  /** Whether there was such a segment. */
  remove(address: bigint, bytes: number): boolean {
    const place = this.#after(address) - 1;
    const segment = this.#segments[place];
    if (segment?.address !== address || segment.bytes !== bytes) return false;
    this.#segments.splice(place, 1);
    return true;
  }

  find(address: bigint): SegmentPlace | undefined {
    const segment = this.#segments[this.#after(address) - 1];
    if (segment === undefined) return undefined;
    const offset = Number(address - segment.address);
    return offset < segment.bytes ? { segment, offset } : undefined;
  }

  /** Bytes from a place up to the next block in use, or the end of the segment. */
  free({ segment, offset }: SegmentPlace): number {
    return (segment.begins[after(segment.begins, offset)] ?? segment.bytes) - offset;
  }

  /** Whether no block is there yet. */
  begin({ segment: { begins, ends }, offset }: SegmentPlace, bytes: number): boolean {
    const place = after(begins, offset);
    if (begins[place - 1] === offset || ends[place - 1] > offset) return false;
    begins.splice(place, 0, offset);
    ends.splice(place, 0, offset + bytes);
    return true;
  }

  end({ segment: { begins, ends }, offset }: SegmentPlace): void {
    const place = after(begins, offset) - 1;
    if (begins[place] !== offset) return;
    begins.splice(place, 1);
    ends.splice(place, 1);
  }

  #after(address: bigint): number {
    const segments = this.#segments;
    let low = 0;
    let high = segments.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (segments[middle].address <= address) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}

/** How many of the sorted values are not above one. */
function after(sorted: readonly number[], value: number): number {
  let low = 0;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (sorted[middle] <= value) low = middle + 1;
    else high = middle;
  }
  return low;
}
