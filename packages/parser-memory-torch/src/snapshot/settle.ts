import type { DeviceState } from './device-state.js';
import { Tally } from './tally.js';
import type { Trace } from './trace.js';

/** What came of holding a trace against the state at its end. */
export interface Settled {
  /** Sizes that blocks of the final state were rounded to, by row. */
  readonly blockBytes: ReadonlyMap<number, number>;
  /** Live before the first entry, by the final state less what the trace adds up to. */
  readonly startBytes: number;
  /** The same by the blocks that are known to have been there. */
  readonly knownBytes: number;
  /** Blocks that the trace says are live and the state does not have. */
  readonly missing: Tally;
  readonly missingBytes: number;
  /** Blocks that were given back, whose completion is not in the trace. */
  readonly uncompleted: number;
  /** Blocks of another size in the state than in the trace. */
  readonly otherSizes: Tally;
}

/**
 * Adds the blocks of the final state that the trace does not know: they were there before it. What
 * was there at its begin is what is there at its end, less what the trace adds up to: MemoryViz's
 * rule, with blocks that are pending.
 *
 * @param state undefined where the file has none: then the trace stands alone
 */
export function settle(trace: Trace, state: DeviceState | undefined): Settled {
  const { rows } = trace;
  const blockBytes = new Map<number, number>();
  const otherSizes = new Tally();
  for (const block of state?.blocks ?? []) {
    const { address, requestedBytes, stack } = block;
    let row = trace.takeLive(address);
    if (row < 0) {
      row = trace.addBefore(address, requestedBytes, stack, trace.streamCode(block.stream));
    } else if (rows.isBefore[row] === 1) rows.stack[row] = stack;
    if (rows.bytes[row] !== requestedBytes) otherSizes.add(() => `0x${address.toString(16)}`);
    blockBytes.set(row, block.blockBytes);
  }
  const missing = new Tally();
  let [missingBytes, uncompleted] = [0, 0];
  let startBytes = state?.requestedBytes ?? 0;
  let knownBytes = 0;
  for (let row = 0; row < rows.count; row++) {
    const bytes = rows.bytes[row];
    if (rows.isLive(row) && state !== undefined && !blockBytes.has(row)) {
      if (rows.requestedPlace[row] > 0) {
        rows.end(row, rows.requestedUs[row], rows.requestedPlace[row] - 1);
        uncompleted++;
      } else {
        missing.add(() => `0x${trace.addressOf(row).toString(16)}`);
        missingBytes += bytes;
      }
    }
    if (rows.isBefore[row] === 1) {
      knownBytes += bytes;
      if (!rows.isLive(row)) startBytes += bytes;
    } else if (rows.isLive(row)) startBytes -= bytes;
  }
  return {
    blockBytes,
    startBytes: state === undefined ? knownBytes : startBytes,
    knownBytes,
    missing,
    missingBytes,
    uncompleted,
    otherSizes,
  };
}
