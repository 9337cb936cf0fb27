import type { DeviceState } from '../snapshot/device-state.js';
import type { SizeSource } from './block-sizes.js';
import { type BlockSample, LevelSamples } from './level-samples.js';
import { type TraceVisitor, walkTrace } from './trace-events.js';

/**
 * The levels of an allocator in sizes of blocks over its trace: see {@link LevelSamples}. Undefined
 * where they do not come to what the final state tells.
 *
 * @param bytes sizes of blocks by row
 */
export function blockLevels(
  source: Pick<SizeSource, 'trace' | 'segments'>,
  state: DeviceState,
  bytes: Float64Array,
): readonly BlockSample[] | undefined {
  const levels = new BlockLevels(source, state, bytes);
  walkTrace(source.trace, levels);
  const { allocated, active } = levels;
  if (allocated !== state.allocatedBytes || active !== state.activeBytes) return undefined;
  return levels.samples;
}

class BlockLevels implements TraceVisitor {
  allocated = 0;
  active = 0;
  readonly #source: Pick<SizeSource, 'trace' | 'segments'>;
  readonly #bytes: Float64Array;
  /** With actions left out (`skip_actions`), nobody knows what waits. */
  readonly #hasRequests: boolean;
  readonly #samples: LevelSamples;
  #reserved: number;

  constructor(
    source: Pick<SizeSource, 'trace' | 'segments'>,
    state: DeviceState,
    bytes: Float64Array,
  ) {
    const { trace, segments } = source;
    const { rows } = trace;
    this.#source = source;
    this.#bytes = bytes;
    this.#hasRequests = rows.requestedPlace.subarray(0, rows.count).some((place) => place > 0);
    const waiting = new Set(
      state.blocks.filter(({ isPending }) => isPending).map(({ address }) => address),
    );
    for (let row = 0; row < rows.count; row++) {
      if (rows.isBefore[row] === 0) continue;
      this.active += bytes[row];
      const waits = rows.isLive(row)
        ? rows.requestedPlace[row] === 0 && waiting.has(trace.addressOf(row))
        : this.#waitedBefore(row);
      if (!waits) this.allocated += bytes[row];
    }
    this.#reserved = segments.startReservedBytes < 0 ? Number.NaN : segments.startReservedBytes;
    this.#samples = new LevelSamples(trace.events);
    this.done(0);
  }

  get samples(): readonly BlockSample[] {
    return this.#samples.all();
  }

  allocate(row: number): void {
    this.allocated += this.#bytes[row];
    this.active += this.#bytes[row];
  }

  request(row: number): void {
    this.allocated -= this.#bytes[row];
  }

  release(row: number): void {
    this.active -= this.#bytes[row];
    const { rows } = this.#source.trace;
    if (rows.requestedPlace[row] > 0 || this.#waitedBefore(row)) return;
    this.allocated -= this.#bytes[row];
  }

  segment(event: number): void {
    if (!Number.isNaN(this.#reserved)) this.#reserved = this.#source.segments.reserved[event].bytes;
  }

  done(timeUs: number): void {
    const { allocated, active } = this;
    this.#samples.see(timeUs, allocated, active, this.#reserved);
  }

  /** Whether a block that ends in the trace had been given back before it began. */
  #waitedBefore(row: number): boolean {
    const { rows } = this.#source.trace;
    return this.#hasRequests && rows.isBefore[row] === 1 && rows.requestedPlace[row] === 0;
  }
}
