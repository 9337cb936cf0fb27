import { Random } from '../ascend/random.js';
import { type Block, CachingAllocator, type Segment } from './caching-allocator.js';
import { TORCH_DEFAULTS, type TorchOptions } from './options.js';
import { newTruth, type TorchTruth } from './truth.js';

/** An entry of a trace. */
export interface TorchEntry {
  readonly action: string;
  readonly address: number;
  readonly bytes: number;
  readonly stream: number;
  readonly timeUs: number;
  /** Number of the call stack; −1 for none. */
  readonly stack: number;
  /** Size of the block of an `alloc`, which no snapshot tells. */
  readonly blockBytes?: number;
}

/** What a run left. */
export interface TorchRun {
  readonly truth: TorchTruth;
  readonly segments: readonly Segment[];
}

/** Streams are 0 or pointers. */
const STREAM = 0x55d0_c0de_0000;

/** Runs a program, and tells `listener` of each entry that is recorded. */
export function simulateTorch(
  request: Partial<TorchOptions>,
  listener: (entry: TorchEntry) => void,
): TorchRun {
  return new Simulation({ ...TORCH_DEFAULTS, ...request }, listener).run();
}

class Simulation {
  readonly #options: TorchOptions;
  readonly #listener: (entry: TorchEntry) => void;
  readonly #random: Random;
  readonly #allocator: CachingAllocator;
  readonly #live: Block[] = [];
  /** Given back and in use by other streams, the oldest first. */
  readonly #pending: Block[] = [];
  /** Blocks that were allocated while it was recorded. */
  readonly #recorded = new Set<Block>();
  readonly #truth = newTruth();
  #isRecording = false;
  #liveBytes = 0;
  /** In sizes of blocks: without those that are pending, and with them. */
  #allocatedBytes = 0;
  #activeBytes = 0;
  #timeUs: number;

  constructor(options: TorchOptions, listener: (entry: TorchEntry) => void) {
    this.#options = options;
    this.#listener = listener;
    this.#random = new Random(`${options.seed}/torch`);
    this.#timeUs = options.startUs;
    this.#allocator = new CachingAllocator(
      options.capacityBytes,
      options.expandable,
      (action, address, bytes, stream) =>
        this.#log(action, { address, bytes, stream, stack: this.#anyStack() }),
    );
  }

  run(): TorchRun {
    const { earlierEvents, events } = this.#options;
    const truth = this.#truth;
    for (let i = 0; i < earlierEvents / 2; i++) this.#step();
    truth.startBytes = this.#liveBytes;
    truth.peakBytes = this.#liveBytes;
    truth.startReservedBytes = this.#allocator.reservedBytes;
    truth.peakReservedBytes = truth.startReservedBytes;
    this.#isRecording = true;
    this.#tellPeaks();
    while (truth.entries < events) this.#step();
    truth.endBytes = this.#liveBytes;
    truth.endReservedBytes = this.#allocator.reservedBytes;
    truth.unreleased = this.#recorded.size;
    const segments = [...this.#allocator.segments];
    for (const block of segments.flatMap(blocksOf)) this.#tellEnd(block);
    return { truth, segments };
  }

  #tellEnd({ state, bytes, requested, address }: Block): void {
    if (state === 'inactive') return;
    const isPending = state === 'active_pending_free';
    this.#truth.activeBytes += bytes;
    if (!isPending) this.#truth.allocatedBytes += bytes;
    this.#truth.live.push({ address, requestedBytes: requested, blockBytes: bytes, isPending });
  }

  #anyStack(): number {
    return this.#options.stacks === 'none' ? -1 : this.#random.below(this.#options.distinctStacks);
  }

  #step(): void {
    this.#timeUs += this.#random.below(6);
    const what = this.#random.below(1000);
    if (what < 4) this.#allocator.emptyCache();
    else if (what < 4 + this.#options.requestShare * 1000) this.#request();
    else this.#giveBack();
    if (this.#pending.length > 0 && this.#random.chance(0.3)) this.#complete();
  }

  #log(action: string, entry: Omit<TorchEntry, 'action' | 'timeUs'>): void {
    if (!this.#isRecording) return;
    const truth = this.#truth;
    if (truth.entries++ === 0) truth.startUs = this.#timeUs;
    truth.endUs = this.#timeUs;
    truth.peakReservedBytes = Math.max(truth.peakReservedBytes, this.#allocator.reservedBytes);
    this.#listener({ action, timeUs: this.#timeUs, ...entry });
  }

  #tellPeaks(): void {
    if (!this.#isRecording) return;
    const truth = this.#truth;
    truth.peakAllocatedBytes = Math.max(truth.peakAllocatedBytes, this.#allocatedBytes);
    truth.peakActiveBytes = Math.max(truth.peakActiveBytes, this.#activeBytes);
  }

  #request(): void {
    const bytes = this.#random.magnitude(this.#options.sizeBits);
    const place = this.#random.below(this.#options.streams);
    const stream = place === 0 ? 0 : STREAM + place * 16;
    const stack = this.#anyStack();
    const block = this.#allocator.allocate(bytes, stream, this.#isRecording ? stack : -1);
    if (block === undefined) {
      this.#fail(bytes, stream, stack);
      return;
    }
    this.#live.push(block);
    this.#liveBytes += bytes;
    this.#allocatedBytes += block.bytes;
    this.#activeBytes += block.bytes;
    this.#tellPeaks();
    const truth = this.#truth;
    if (this.#isRecording) {
      truth.allocations++;
      this.#recorded.add(block);
    }
    const blockBytes = block.bytes;
    this.#log('alloc', { address: block.address, bytes, stream, stack, blockBytes });
    if (!this.#isRecording || this.#liveBytes <= truth.peakBytes) return;
    truth.peakBytes = this.#liveBytes;
    truth.peakUs = this.#timeUs;
  }

  #fail(bytes: number, stream: number, stack: number): void {
    const { deviceFreeBytes } = this.#allocator;
    this.#log('oom', { address: deviceFreeBytes, bytes, stream, stack });
    if (this.#isRecording) {
      const { failures } = this.#truth;
      const [timeUs, liveBytes] = [this.#timeUs, this.#liveBytes];
      failures.push({ timeUs, requestedBytes: bytes, deviceFreeBytes, liveBytes });
    }
    // What ran out of memory lets go of some of it.
    for (let i = 0; i < 8; i++) this.#giveBack();
  }

  #giveBack(): void {
    const { length } = this.#live;
    if (length === 0) return;
    const place = this.#random.below(length);
    const block = this.#live[place];
    this.#live[place] = this.#live[length - 1];
    this.#live.pop();
    this.#allocatedBytes -= block.bytes;
    this.#logRelease('free_requested', block);
    if (this.#random.chance(this.#options.sharedShare)) {
      block.state = 'active_pending_free';
      this.#pending.push(block);
    } else this.#end(block);
  }

  #complete(): void {
    const block = this.#pending.shift();
    if (block !== undefined) this.#end(block);
  }

  #end(block: Block): void {
    this.#liveBytes -= block.requested;
    this.#activeBytes -= block.bytes;
    if (this.#isRecording && !this.#recorded.delete(block)) this.#truth.releasesOfUnknown++;
    this.#logRelease('free_completed', block);
    this.#allocator.release(block);
  }

  #logRelease(action: string, { address, requested, segment }: Block): void {
    this.#log(action, {
      address,
      bytes: requested,
      stream: segment.stream,
      stack: this.#anyStack(),
    });
  }
}

/** The blocks of a segment, in order of addresses. */
export function blocksOf({ first }: Segment): Block[] {
  const blocks: Block[] = [];
  for (let block: Block | undefined = first; block !== undefined; block = block.after)
    blocks.push(block);
  return blocks;
}
