import { Random } from '../ascend/random.js';
import { DeviceHeap, type HeapBlock } from './device-heap.js';
import type { EventListener } from './events.js';
import { RMM_DEFAULTS, type RmmOptions, SPILL_SCOPE } from './options.js';

const FIRST_THREAD = 1_979_932;
const SCOPES = ['scan', 'filter', 'join batch 7', 'hash/partition', 'sort', 'write'];
const ALIGNMENT = 256;

/** Simulates what threads do on one device, and tells `listener` of each event. */
export function simulateRmm(request: Partial<RmmOptions>, listener: EventListener): void {
  new Simulation({ ...RMM_DEFAULTS, ...request }, listener).run();
}

class Simulation {
  readonly #options: RmmOptions;
  readonly #tell: EventListener;
  readonly #random: Random;
  readonly #heap = new DeviceHeap();
  /** Names of the ranges that are open on each thread. */
  readonly #open: string[][];
  #timeUs: number;
  #left: number;

  constructor(options: RmmOptions, listener: EventListener) {
    this.#options = options;
    this.#tell = listener;
    this.#random = new Random(`${options.seed}/rmm`);
    this.#open = Array.from({ length: options.threads }, () => []);
    this.#timeUs = options.startUs;
    this.#left = options.events;
  }

  run(): void {
    const { earlierBlocks, requestShare, threads } = this.#options;
    for (let i = 0; i < earlierBlocks; i++) this.#heap.take(this.#bytes(), -1);
    while (this.#left > 0) {
      const thread = this.#random.below(threads);
      const what = this.#random.below(100);
      if (what < 8) this.#enter(thread);
      else if (what < 15) this.#exit(thread);
      else if (what < 16) this.#allocateNothing(thread);
      else if (what < 16 + requestShare * 100) this.#request(thread);
      else this.#freeOne(thread);
    }
    // Some ranges are still open when a recording ends; most are not.
    for (let thread = 1; thread < threads; thread++) {
      while (this.#open[thread].length > 0) this.#exit(thread);
    }
  }

  #bytes(): number {
    const bytes = this.#random.magnitude(this.#options.sizeBits);
    // Adaptors above may have rounded a size, or not.
    return this.#random.chance(0.8) ? Math.ceil(bytes / ALIGNMENT) * ALIGNMENT : bytes;
  }

  #log(kind: 'allocate' | 'free' | 'failure', thread: number, block: Omit<HeapBlock, 'owner'>) {
    this.#timeUs += this.#random.below(60);
    this.#left--;
    const late = this.#random.chance(this.#options.lateShare) ? this.#random.below(40) : 0;
    const timeUs = Math.max(this.#options.startUs, this.#timeUs - late);
    const stream = this.#random.chance(0.1) ? 0x55d0_c0de_0000 + thread * 16 : 2;
    this.#tell({ kind, threadId: FIRST_THREAD + thread, timeUs, stream, ...block });
  }

  #enter(thread: number): void {
    if (this.#open[thread].length >= this.#options.scopeDepth) return;
    this.#begin(thread, this.#random.pick(SCOPES));
  }

  #begin(thread: number, name: string): void {
    this.#timeUs += 1 + this.#random.below(5);
    this.#open[thread].push(name);
    this.#tell({ kind: 'enter', threadId: FIRST_THREAD + thread, timeUs: this.#timeUs, name });
    this.#timeUs++;
  }

  #exit(thread: number): void {
    const name = this.#open[thread].pop();
    if (name === undefined) return;
    this.#timeUs += 1 + this.#random.below(5);
    this.#tell({ kind: 'exit', threadId: FIRST_THREAD + thread, timeUs: this.#timeUs, name });
    this.#timeUs++;
  }

  #allocateNothing(thread: number): void {
    this.#log('allocate', thread, { address: 0, bytes: 0 });
    this.#log('free', thread, { address: 0, bytes: 0 });
  }

  #fits(bytes: number): boolean {
    return this.#heap.bytes + bytes <= this.#options.capacityBytes;
  }

  #allocate(thread: number, bytes: number): void {
    this.#log('allocate', thread, this.#heap.take(bytes, thread));
  }

  #free(thread: number, block: HeapBlock): void {
    this.#heap.giveBack(block);
    this.#log('free', thread, { address: block.address, bytes: block.bytes });
  }

  #freeOne(thread: number): void {
    const block = this.#heap.pick(this.#random);
    if (block === undefined) return;
    const isOwnersTurn = block.owner >= 0 && this.#random.chance(0.85);
    this.#free(isOwnersTurn ? block.owner : thread, block);
  }

  /** Asks for memory; where there is none, spills and asks again, until it gives up. */
  #request(thread: number): void {
    const bytes = this.#bytes();
    for (let attempt = 0; !this.#fits(bytes); attempt++) {
      this.#log('failure', thread, { address: 0, bytes });
      if (attempt === 2 || this.#random.chance(0.2)) return;
      this.#spill(thread, bytes);
    }
    this.#allocate(thread, bytes);
  }

  /** Releases what others hold as well; sometimes too little. */
  #spill(thread: number, bytes: number): void {
    this.#begin(thread, SPILL_SCOPE);
    const enough = this.#random.chance(0.7);
    const buffer = this.#fits(ALIGNMENT) ? this.#heap.take(ALIGNMENT, thread) : undefined;
    if (buffer !== undefined) this.#log('allocate', thread, buffer);
    do {
      const block = this.#heap.pick(this.#random);
      if (block === undefined) break;
      if (block !== buffer) this.#free(thread, block);
    } while (enough && !this.#fits(bytes) && this.#heap.bytes > ALIGNMENT);
    if (buffer !== undefined) this.#free(thread, buffer);
    this.#exit(thread);
  }
}
