import { type BatchColumn, textCount } from './columns.js';

/** When the capture begins, ns since 1970. */
export const BEGIN_NS = 1_780_000_000_000_000_000n;
/** Of two allocations: at even times, so that releases, at odd ones, never meet them. */
const GAP_NS = 2000;
const THREADS = [4711, 4712, 4713];
/** One in so many is not released in the capture. */
const KEPT = 500;
/** One in so many is held for long. */
const LONG = 50;
const LONG_NS = 2e9;
const SHORT_NS = 2e5;

/** The same numbers each time (a linear congruential generator). */
class Random {
  #state = 42;

  /** From 0 to 1. */
  next(): number {
    this.#state = (Math.imul(this.#state, 1664525) + 1013904223) >>> 0;
    return this.#state / 2 ** 32;
  }

  below(count: number): number {
    return Math.floor(this.next() * count);
  }
}

/** What a batch holds, and how many of its releases are null. */
export interface Batch {
  readonly columns: Readonly<Record<string, BatchColumn>>;
  readonly nulls: number;
}

/** The end of the capture of a table of so many rows, ns after its begin. */
export function endOf(rows: number): number {
  return rows * GAP_NS + 1;
}

/** The rows of a table, some at a time. */
export function* batchesOf(rows: number, rowsAtOnce: number): Generator<Batch> {
  const random = new Random();
  for (let first = 0; first < rows; first += rowsAtOnce) {
    yield batchOf(random, first, Math.min(rowsAtOnce, rows - first), endOf(rows));
  }
}

function batchOf(random: Random, first: number, count: number, endNs: number): Batch {
  const int32 = () => new Int32Array(count);
  const float64 = () => new Float64Array(count);
  const int64 = () => new BigInt64Array(count);
  const name = int32();
  const stack = int32();
  const match = int32();
  const sizeKb = float64();
  const startMs = float64();
  const durationMs = float64();
  const allocated = float64();
  const start = int64();
  const duration = int64();
  const size = int64();
  const allocSeq = int64();
  const releaseSeq = int64();
  const thread = int64();
  const valid = new Uint8Array(Math.ceil(count / 64) * 8);
  let nulls = 0;
  for (let i = 0; i < count; i++) {
    const at = (first + i) * GAP_NS;
    const bytes = 512 * (1 + random.below(random.below(8) === 0 ? 8192 : 64));
    const most = random.below(LONG) === 0 ? LONG_NS : SHORT_NS;
    const held = 2 * random.below(most / 2) + 1;
    const isReleased = random.below(KEPT) > 0 && at + held < endNs;
    stack[i] = random.below(textCount('call_stack'));
    name[i] = stack[i] % textCount('name');
    match[i] = stack[i] % textCount('stack_match');
    sizeKb[i] = bytes / 1024;
    size[i] = BigInt(bytes);
    startMs[i] = Number(BEGIN_NS / 1_000_000n) + at / 1e6;
    start[i] = BEGIN_NS + BigInt(at);
    allocSeq[i] = BigInt(at);
    allocated[i] = 1000 + (at % 997);
    thread[i] = BigInt(THREADS[random.below(THREADS.length)]);
    if (!isReleased) {
      nulls++;
      continue;
    }
    durationMs[i] = held / 1e6;
    duration[i] = BigInt(held);
    releaseSeq[i] = BigInt(at + held);
    valid[i >> 3] |= 1 << (i & 7);
  }
  const columns = {
    name: { values: name },
    role: { values: int32() },
    rank_id: { values: int32() },
    call_stack: { values: stack },
    call_stack_top: { values: stack },
    size_kb: { values: sizeKb },
    start_time_ms: { values: startMs },
    duration_ms: { values: durationMs },
    total_allocated_mb: { values: allocated },
    total_reserved_mb: { values: allocated },
    total_active_mb: { values: allocated },
    device_type: { values: int32() },
    start_time_ns: { values: start },
    duration_ns: { values: duration, valid },
    size_bytes: { values: size },
    capture_id: { values: int32() },
    alloc_seq: { values: allocSeq },
    release_seq: { values: releaseSeq, valid },
    allocator: { values: int32() },
    stack_match: { values: match },
    thread_id: { values: thread },
  };
  return { columns, nulls };
}
