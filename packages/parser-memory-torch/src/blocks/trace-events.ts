import type { Trace } from '../snapshot/trace.js';

/** Takes what happens to blocks and segments, in the order of a trace. */
export interface TraceVisitor {
  allocate(row: number): void;
  /** The program gives a block back. */
  request(row: number): void;
  /** The block can be used again. */
  release(row: number): void;
  /** @param event its place in {@link Trace.segments} */
  segment(event: number): void;
  /** Called after each entry that is about a block or a segment. */
  done?(timeUs: number): void;
}

/** Goes through what a trace has of blocks and segments. O(n), with 4 bytes for each entry. */
export function walkTrace(
  { rows, segments, events }: Pick<Trace, 'rows' | 'segments' | 'events'>,
  visitor: TraceVisitor,
): void {
  const { isBefore, allocSeq, startUs, requestedPlace, requestedUs, endPlace, endUs } = rows;
  const rowOf = new Int32Array(events).fill(-1);
  for (let row = 0; row < rows.count; row++) {
    if (requestedPlace[row] > 0) rowOf[requestedPlace[row] - 1] = row;
    if (endPlace[row] > 0) rowOf[endPlace[row] - 1] = row;
    if (isBefore[row] === 0) rowOf[allocSeq[row]] = row;
  }
  let next = 0;
  for (let seq = 0; seq < events; seq++) {
    const row = rowOf[seq];
    if (row < 0) {
      if (segments[next]?.seq !== seq) continue;
      visitor.segment(next);
      visitor.done?.(segments[next].timeUs);
      next++;
    } else if (isBefore[row] === 0 && allocSeq[row] === seq) {
      visitor.allocate(row);
      visitor.done?.(startUs[row]);
    } else {
      // One whose completion is not in the trace ends where it is given back.
      if (requestedPlace[row] === seq + 1) visitor.request(row);
      if (endPlace[row] === seq + 1) visitor.release(row);
      visitor.done?.(requestedPlace[row] === seq + 1 ? requestedUs[row] : endUs[row]);
    }
  }
}
