import type { AllocatorHistory } from './history.js';

/** The segments that are there in a state, by position, those of a joined arena put together. */
export class LiveSegments {
  count = 0;
  readonly position: Float64Array;
  readonly bytes: Float64Array;
  readonly stream: Int32Array;
  readonly pool: Int32Array;

  constructor({ segments, arenas }: AllocatorHistory, at: number) {
    const { position, bytes, startAt, endAt, arena, stream, pool } = segments;
    const room = position.length;
    this.position = new Float64Array(room);
    this.bytes = new Float64Array(room);
    this.stream = new Int32Array(room);
    this.pool = new Int32Array(room);
    let end = 0;
    let lastArena = -1;
    for (let i = 0; i < room; i++) {
      if (startAt[i] > at || at >= endAt[i]) continue;
      // Of what several segments say that they have it, the first has it.
      const from = Math.max(position[i], end);
      const size = position[i] + bytes[i] - from;
      if (size <= 0) continue;
      const last = this.count - 1;
      const goesOn =
        last >= 0 &&
        from === end &&
        arena[i] === lastArena &&
        arenas[arena[i]].isJoined &&
        areSame(stream[i], this.stream[last]);
      if (goesOn) {
        this.bytes[last] += size;
        // What is given back before the end of a capture may not tell its pool.
        if (this.pool[last] < 0) this.pool[last] = pool[i];
      } else {
        this.position[this.count] = from;
        this.bytes[this.count] = size;
        this.stream[this.count] = stream[i];
        this.pool[this.count++] = pool[i];
      }
      end = from + size;
      lastArena = arena[i];
    }
  }
}

/** Whether two codes may be of the same; below 0 is not known. */
function areSame(a: number, b: number): boolean {
  return a === b || a < 0 || b < 0;
}
