import { DictView } from '../pickle/dict-view.js';
import { KIND, KIND_MASK } from '../pickle/handles.js';
import type { PickleHeap } from '../pickle/heap.js';
import type { SnapshotClaims } from './snapshot-claims.js';

/** A block that is in use when the snapshot is taken. */
export interface LiveBlock {
  readonly address: bigint;
  /** What was asked for. */
  readonly requestedBytes: number;
  /** What the allocator rounded that to. */
  readonly blockBytes: number;
  /** Given back, and not usable before other streams are through with it. */
  readonly isPending: boolean;
  /** Place in the call stacks; −1 for none. */
  readonly stack: number;
  readonly stream: number | bigint;
}

/** What the allocator had taken from the device at that moment, as one piece. */
export interface StateSegment {
  readonly address: bigint;
  readonly bytes: number;
  readonly stream: number | bigint;
  /** `small` or `large`, with the number of a private pool; null where that is not told. */
  readonly pool: string | null;
}

/** Segments and blocks of a device when the snapshot was taken. */
export class DeviceState {
  readonly blocks: LiveBlock[] = [];
  readonly segments: StateSegment[] = [];
  reservedBytes = 0;
  /** In sizes of blocks, as `memory_allocated()` has it, and with those that are pending. */
  allocatedBytes = 0;
  activeBytes = 0;
  /** What was asked for of all blocks in use. */
  requestedBytes = 0;
  /** Blocks of which the file has no call stack. */
  withoutFrames = 0;
}

function addressOf(value: number | bigint | undefined): bigint {
  return BigInt.asUintN(64, BigInt(value ?? 0));
}

function bytesOf(view: DictView, key: string): number | undefined {
  const value = view.number(key);
  return value === undefined || value < 0 ? undefined : value;
}

/** Reads dicts of segments, of all formats since 2022. */
export class StateReader {
  readonly #heap: PickleHeap;
  readonly #claims: SnapshotClaims;
  /** By ordinal of the device. */
  readonly devices = new Map<number, DeviceState>();

  constructor(heap: PickleHeap, claims: SnapshotClaims) {
    this.#heap = heap;
    this.#claims = claims;
  }

  read(segments: readonly number[]): void {
    for (const handle of segments) {
      const segment = new DictView(this.#heap, handle);
      if (!segment.has('blocks')) throw new RangeError('a segment has no blocks');
      const device = segment.number('device') ?? 0;
      const state = this.devices.get(device) ?? new DeviceState();
      this.devices.set(device, state);
      this.#segment(segment, state);
    }
  }

  #segment(segment: DictView, state: DeviceState): void {
    const address = addressOf(segment.integer('address'));
    const bytes = bytesOf(segment, 'total_size');
    if (bytes === undefined) throw new RangeError('a segment has no total_size');
    const stream = segment.integer('stream') ?? 0n;
    state.reservedBytes += bytes;
    state.segments.push({ address, bytes, stream: plain(stream), pool: poolOf(segment) });
    let at = address;
    for (const handle of segment.items('blocks')) {
      const block = new DictView(this.#heap, handle);
      const size = bytesOf(block, 'size');
      if (size === undefined) throw new RangeError('a block has no size');
      // Files from before 2023 have no addresses of blocks, which lie one after another.
      const own = block.integer('address');
      this.#block(block, { address: own === undefined ? at : addressOf(own), size, stream }, state);
      at += BigInt(size);
    }
  }

  #block(
    block: DictView,
    { address, size, stream }: { address: bigint; size: number; stream: bigint },
    state: DeviceState,
  ): void {
    const text = block.text('state') ?? '';
    if (!text.startsWith('active')) return;
    const isPending = text !== 'active_allocated';
    const [newest] = block.items('history').map((entry) => new DictView(this.#heap, entry));
    const requested =
      bytesOf(block, 'requested_size') ?? (newest && bytesOf(newest, 'real_size')) ?? size;
    const stack = this.#stackOf(block) ?? (newest && this.#stackOf(newest)) ?? -1;
    state.blocks.push({
      address,
      requestedBytes: requested,
      blockBytes: size,
      isPending,
      stack,
      stream: plain(stream),
    });
    state.requestedBytes += requested;
    state.activeBytes += size;
    if (!isPending) state.allocatedBytes += size;
    if (stack < 0) state.withoutFrames++;
  }

  #stackOf(of: DictView): number | undefined {
    const handle = of.get('frames');
    if ((handle & KIND_MASK) !== KIND.list) return undefined;
    const claimed = this.#claims.stackOf(this.#heap.claimOf(handle));
    if (claimed >= 0) return claimed;
    const stack = this.#claims.stackOfItems(this.#heap, this.#heap.items(handle));
    return stack < 0 ? undefined : stack;
  }
}

function plain(value: bigint): number | bigint {
  const number = Number(value);
  return Number.isSafeInteger(number) ? number : BigInt.asUintN(64, value);
}

/** (0, 0) is the pool that everybody has; others belong to graphs or to the program. */
function poolOf(segment: DictView): string | null {
  const type = segment.text('segment_type') ?? null;
  const id = segment.items('segment_pool_id').map((item) => segment.heap.integerOf(item));
  if (id.length === 0 || id.every((part) => part === undefined || Number(part) === 0)) return type;
  return `${type ?? 'pool'} (${id.join(', ')})`;
}
