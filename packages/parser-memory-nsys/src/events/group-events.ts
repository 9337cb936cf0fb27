import { AddressMap, BlockColumns } from '@rl-insight/memory-contract';
import type { MemoryEventBatch } from '@rl-insight/nsys-export';
import { BlockSites } from './block-sites.js';
import { PoolTotals } from './pool-totals.js';
import { SlabSigns } from './slab-signs.js';
import { Tally } from './tally.js';
import { Texts } from './texts.js';

/** An allocation that failed. Times are ns after the origin of the export's times. */
export interface GroupFailure {
  readonly timeNs: number;
  readonly seq: number;
  /** Place in the export's `threads`; −1 where it is not known. */
  readonly thread: number;
  /** Code of the call stack. */
  readonly stack: number;
  /** Row of the range; −1 for none. */
  readonly range: number;
}

/** An event with what its call tells; one object for all of them, as there are millions. */
export interface JoinedEvent {
  batch: MemoryEventBatch;
  /** Row of the batch. */
  at: number;
  timeNs: number;
  seq: number;
  /** Place in the export's `threads`, −1 where it is not known, and the id of that thread, or NaN. */
  thread: number;
  threadId: number;
  /** Codes of the name and the call stack. */
  name: number;
  stack: number;
  /** Place in `ALLOCATORS`. */
  allocator: number;
  /** Row of the range; −1 for none. */
  range: number;
}

/** The memory of a process on one device, or on the host, while events are read. */
export class GroupEvents {
  /** Place in the export's `processes`. */
  readonly process: number;
  /** E.g. `GPU:0`, `CPU`. */
  readonly device: string;
  readonly blocks: BlockColumns;
  readonly sites: BlockSites;
  readonly streams = new Texts();
  readonly pools = new PoolTotals();
  readonly slabs = new SlabSigns();
  readonly failures: GroupFailure[] = [];
  /** Rows whose allocation has no time: they were there before. They are the first. */
  blocksFromBefore = 0;
  /** The first and the last event that has a time; NaN where there is none. */
  startNs = Number.NaN;
  endNs = Number.NaN;
  /** Of releases of unknown blocks, by place in `ALLOCATORS`. */
  readonly unknownBytes: number[] = [];
  /** Of blocks from before, likewise. */
  readonly beforeBytes: number[] = [];
  readonly allocatorsMet = new Set<number>();
  #lastAllocator = -1;
  readonly reusedAddresses = new Tally();
  readonly otherSizes = new Tally();
  /** Threads that allocate here, or fail to, by place. */
  readonly threads = new Set<number>();
  readonly #live = new Map<number, AddressMap>();
  readonly #streamCodes = new Map<number, number>();
  #context = Number.NaN;
  #liveOfContext = new AddressMap();
  #lastThread = -1;

  /** @param rows that there is room for to begin with */
  constructor(process: number, device: string, rows: number) {
    this.process = process;
    this.device = device;
    this.blocks = new BlockColumns(rows);
    this.sites = new BlockSites(rows);
  }

  allocate(event: JoinedEvent): void {
    const { batch, at, timeNs, seq, threadId } = event;
    const bytes = batch.bytes[at];
    const live = this.#liveIn(batch.contextId[at]);
    const low = batch.addressLow[at];
    const high = batch.addressHigh[at];
    this.#meet(timeNs);
    // What is still known under the address has to end before its row can be the new one's.
    const before = live.take(low, high);
    if (before >= 0) {
      this.blocks.release(before, timeNs, seq, Number.NaN);
      this.reusedAddresses.add(() => hexText(low, high));
    }
    const row = this.blocks.allocate(timeNs, seq, threadId, bytes);
    this.#place(row, event, true);
    live.set(low, high, row);
    if (timeNs === 0) {
      this.blocksFromBefore++;
      this.beforeBytes[event.allocator] = (this.beforeBytes[event.allocator] ?? 0) + bytes;
    }
    if (event.thread !== this.#lastThread && event.thread >= 0) {
      this.threads.add(event.thread);
      this.#lastThread = event.thread;
    }
    this.slabs.allocate(event.allocator, bytes);
    this.#tellPool(event, bytes);
  }

  release(event: JoinedEvent): void {
    const { batch, at, timeNs, seq, threadId } = event;
    const bytes = batch.bytes[at];
    const low = batch.addressLow[at];
    const high = batch.addressHigh[at];
    const row = this.#liveIn(batch.contextId[at]).take(low, high);
    if (row < 0 && !(bytes > 0)) return;
    this.#meet(timeNs);
    if (row >= 0) {
      this.blocks.release(row, timeNs, seq, threadId);
      this.slabs.release(this.sites.allocator[row]);
      if (this.blocks.sizeBytes.at(row) !== bytes) this.otherSizes.add(() => hexText(low, high));
    } else {
      const added = this.blocks.releaseUnknown(timeNs, seq, Number.NaN, bytes);
      this.#tellReleaser(added, threadId);
      this.#place(added, { ...event, name: 0, stack: 0, thread: -1, range: -1 }, false);
      const known = this.unknownBytes[event.allocator] ?? 0;
      this.unknownBytes[event.allocator] = known + bytes;
    }
    this.#tellPool(event, -bytes);
  }

  fail(failure: GroupFailure): void {
    this.failures.push(failure);
    if (failure.thread >= 0) this.threads.add(failure.thread);
  }

  /** Gives the blocks from before the time at which the capture begins. */
  settleBefore(startNs: number): void {
    const { startNs: starts, startMs, durationNs, durationMs, isReleased } = this.blocks;
    for (let row = 0; row < this.blocksFromBefore; row++) {
      starts.set(row, startNs);
      startMs[row] = startNs / 1e6;
      if (!isReleased[row]) continue;
      const held = Math.max(0, durationNs.at(row) - startNs);
      durationNs.setHalves(row, held >>> 0, Math.floor(held / 2 ** 32));
      durationMs[row] = held / 1e6;
    }
  }

  #meet(timeNs: number): void {
    if (timeNs === 0) return;
    if (Number.isNaN(this.startNs)) this.startNs = timeNs;
    this.endNs = timeNs;
  }

  #tellReleaser(row: number, threadId: number): void {
    if (Number.isNaN(threadId)) return;
    this.blocks.releaseThreadId.set(row, threadId);
    this.blocks.hasReleaser[row] = 1;
  }

  #place(row: number, event: JoinedEvent, isAllocation: boolean): void {
    const { batch, at } = event;
    const { sites, blocks } = this;
    sites.reserve(row);
    sites.name[row] = event.name;
    sites.stack[row] = event.stack;
    sites.thread[row] = event.thread;
    sites.allocator[row] = event.allocator;
    sites.kind[row] = batch.kind[at];
    sites.range[row] = isAllocation ? event.range : -1;
    blocks.stream[row] = this.#streamCode(batch.streamId[at]);
    blocks.address.setHalves(row, batch.addressLow[at], batch.addressHigh[at]);
    if (event.allocator === this.#lastAllocator) return;
    this.#lastAllocator = event.allocator;
    this.allocatorsMet.add(event.allocator);
  }

  #tellPool({ batch, at, timeNs }: JoinedEvent, change: number): void {
    const pool = batch.pool[at];
    const used = batch.poolUsedBytes[at];
    if (pool < 0 || Number.isNaN(used)) return;
    this.pools.add(pool, timeNs, used, batch.poolBytes[at], change);
  }

  #streamCode(id: number): number {
    if (Number.isNaN(id)) return -1;
    let code = this.#streamCodes.get(id);
    if (code === undefined) {
      code = this.streams.code(String(id));
      this.#streamCodes.set(id, code);
    }
    return code;
  }

  /** Blocks by address in a context; versions without contexts have one. */
  #liveIn(contextId: number): AddressMap {
    const context = Number.isNaN(contextId) ? 0 : contextId;
    if (context === this.#context) return this.#liveOfContext;
    const known = this.#live.get(context) ?? new AddressMap();
    this.#live.set(context, known);
    this.#context = context;
    this.#liveOfContext = known;
    return known;
  }
}

function hexText(low: number, high: number): string {
  return `0x${((BigInt(high) << 32n) | BigInt(low)).toString(16)}`;
}
