const THREADS = 64;
const DEPTH = 4;
const LIVE = 10_000;
const BLOCK_BYTES = 512;
const FIRST_ADDRESS = 0x7f3a_0000_0000;
const SCOPES = ['scan', 'filter', 'join', 'sort'];

export const ALLOCATE = 0;
export const RELEASE = 1;
export const ENTER = 2;
export const EXIT = 3;

/** Events in their order, as columns. */
export interface TrackedEvents {
  readonly kind: Uint8Array;
  readonly threadId: Int32Array;
  readonly address: Float64Array;
  readonly bytes: Int32Array;
  /** Name of the scope that is entered. */
  readonly scope: readonly string[];
}

/** Threads that are in scopes nested four deep most of the time, and some ten thousand live blocks. */
export function trackedEvents(count: number): TrackedEvents {
  let state = 1;
  const below = (limit: number) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * limit);
  };
  const kind = new Uint8Array(count);
  const threadId = new Int32Array(count);
  const address = new Float64Array(count);
  const bytes = new Int32Array(count);
  const scope: string[] = new Array(count).fill('');
  const depth = new Int32Array(THREADS);
  const live: number[] = [];
  for (let i = 0; i < count; i++) {
    const thread = below(THREADS);
    threadId[i] = thread;
    const chance = below(100);
    if (depth[thread] < DEPTH) {
      kind[i] = ENTER;
      scope[i] = SCOPES[depth[thread]++];
    } else if (chance < 10) {
      kind[i] = EXIT;
      depth[thread]--;
    } else if (chance < 55 || live.length < LIVE) {
      kind[i] = ALLOCATE;
      address[i] = FIRST_ADDRESS + i * BLOCK_BYTES;
      bytes[i] = BLOCK_BYTES * (1 + below(1000));
      live.push(address[i]);
    } else {
      kind[i] = RELEASE;
      const place = below(live.length);
      address[i] = live[place];
      live[place] = live[live.length - 1];
      live.pop();
    }
  }
  return { kind, threadId, address, bytes, scope };
}
