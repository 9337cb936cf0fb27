import { type AllocationEvent, isLogged, type RmmEvent } from '../rmm/events.js';
import { AsyncPool, Slabs } from './allocators.js';
import type { DatabaseWriter } from './database-writer.js';
import type { NsysSettings } from './options.js';
import { RangeWriter } from './range-writer.js';
import type { Session } from './session.js';
import type { NsysCounts } from './truth.js';

const OUT_OF_MEMORY = 2;
const OPERATION = { allocate: 0, free: 1 } as const;
const DEVICE_MEMORY = 2;
const STREAM_BITS = 0x3ff;
const POOL_ADDRESS = 0x5560_0000_0000;
const SLAB_ADDRESS = 0x7e00_0000_0000;
/** Between the start of a call and of what it does, and then until it returns. */
const BEFORE_NS = 1;
const AFTER_NS = 1;
/** Times of events of one µs lie that far apart, so that calls do not overlap. */
const STEP_NS = 4;
const LAUNCH_EVERY = 7;
const POOL_CREATED = 1;
const LOCAL_POOL = 1;

const FUNCTIONS = {
  malloc: { allocate: 'cudaMalloc_v3020', free: 'cudaFree_v3020' },
  async: { allocate: 'cudaMallocAsync_v11020', free: 'cudaFreeAsync_v11020' },
  slabs: { allocate: 'cudaMalloc_v3020', free: 'cudaFree_v3020' },
} as const;

/** Global ids of a process, and the numbers of its calls. */
export interface RecordedProcess {
  readonly globalPid: bigint;
  readonly globalTid: (threadId: number) => bigint;
  /** A number that no other call of the process has. */
  readonly correlate: () => number;
}

/** Writes what a run on one device leaves in the export of its process. */
export class DeviceWriter {
  readonly counts: NsysCounts = {
    ...{ allocations: 0, releases: 0, calls: 0, failedCalls: 0 },
    ...{ pushPopRanges: 0, openRanges: 0 },
  };
  readonly ranges: RangeWriter;
  /** The last time, ns since the first midnight. */
  dayNs = 0;
  readonly #database: DatabaseWriter;
  readonly #settings: NsysSettings;
  readonly #session: Session;
  readonly #process: RecordedProcess;
  readonly #deviceId: number;
  readonly #globalTids = new Map<number, bigint>();
  readonly #pool: AsyncPool;
  readonly #slabs: Slabs;
  readonly #stackOf = new Map<string, number>();
  readonly #names: Readonly<Record<'allocate' | 'free' | 'launch', number>>;
  #events = 0;

  constructor(
    database: DatabaseWriter,
    settings: NsysSettings,
    session: Session,
    process: RecordedProcess,
    deviceId: number,
  ) {
    this.#database = database;
    this.#settings = settings;
    this.#session = session;
    this.#process = process;
    this.#deviceId = deviceId;
    this.#pool = new AsyncPool(POOL_ADDRESS + deviceId * 4096);
    this.#slabs = new Slabs(SLAB_ADDRESS);
    const { allocate, free } = FUNCTIONS[settings.allocator];
    this.#names = {
      allocate: database.stringId(allocate),
      free: database.stringId(free),
      launch: database.stringId('cudaLaunchKernel_v7000'),
    };
    this.ranges = new RangeWriter(database, settings, this.counts, process.globalTid);
    if (settings.allocator === 'async' && settings.format.pools) this.#createPool();
  }

  /** @returns the event with the time that it has in the export, for whoever keeps the truth */
  tell(event: RmmEvent): RmmEvent {
    // Of two events of one µs the export knows which came first.
    this.dayNs = Math.max(event.timeUs * 1000, this.dayNs + STEP_NS);
    const timeNs = this.#session.timeOf(this.dayNs);
    if (isLogged(event)) this.#memory(event, timeNs);
    else if (event.kind === 'enter') this.ranges.enter(event.threadId, event.name, timeNs);
    else this.ranges.exit(event.threadId, timeNs);
    if (++this.#events % LAUNCH_EVERY === 0) {
      this.#call(event.threadId, this.#names.launch, timeNs + AFTER_NS, 0, null);
    }
    return { ...event, timeUs: this.dayNs / 1000 };
  }

  #memory(event: AllocationEvent, timeNs: number): void {
    const { kind } = event;
    if (kind === 'failure') this.#failedCall(event, timeNs);
    else if (this.#settings.allocator !== 'slabs') this.#memoryCall({ ...event, kind }, timeNs);
    else this.#divideSlab(event, timeNs);
  }

  /** What fits into the slabs no call tells of. */
  #divideSlab(event: AllocationEvent, timeNs: number): void {
    const slab = this.#slabs.change(event.kind === 'free' ? -event.bytes : event.bytes);
    if (slab !== undefined) this.#memoryCall({ ...event, kind: 'allocate', ...slab }, timeNs);
  }

  #failedCall({ threadId }: AllocationEvent, timeNs: number): void {
    this.counts.calls++;
    this.counts.failedCalls++;
    this.#call(threadId, this.#names.allocate, timeNs, OUT_OF_MEMORY, this.#stack('failed'));
  }

  #memoryCall(event: AllocationEvent & { kind: 'allocate' | 'free' }, timeNs: number): void {
    const { kind, threadId, address, bytes, stream } = event;
    const stack = this.#stack(kind);
    this.counts.calls++;
    const correlationId = this.#call(threadId, this.#names[kind], timeNs - BEFORE_NS, 0, stack);
    // An allocation of no bytes succeeds, and is none.
    if (address === 0) return;
    this.counts[kind === 'allocate' ? 'allocations' : 'releases']++;
    if (!this.#settings.memoryTable) return;
    this.#database.add('CUDA_GPU_MEMORY_USAGE_EVENTS', {
      start: timeNs,
      globalPid: this.#process.globalPid,
      deviceId: this.#deviceId,
      contextId: 1,
      address,
      pc: 0,
      bytes,
      memKind: DEVICE_MEMORY,
      memoryOperationType: OPERATION[kind],
      correlationId,
      streamId: stream & STREAM_BITS,
      ...this.#poolCells(kind === 'allocate' ? bytes : -bytes),
    });
  }

  #poolCells(change: number) {
    if (this.#settings.allocator !== 'async') return {};
    this.#pool.change(change);
    return {
      localMemoryPoolAddress: this.#pool.address,
      localMemoryPoolReleaseThreshold: 0,
      localMemoryPoolSize: this.#pool.sizeBytes,
      localMemoryPoolUtilizedSize: this.#pool.usedBytes,
    };
  }

  #createPool(): void {
    this.#database.add('CUDA_GPU_MEMORY_POOL_EVENTS', {
      start: this.#session.startNs,
      globalPid: this.#process.globalPid,
      deviceId: this.#deviceId,
      address: this.#pool.address,
      operationType: POOL_CREATED,
      poolType: LOCAL_POOL,
      localMemoryPoolReleaseThreshold: 0,
      localMemoryPoolSize: 0,
      localMemoryPoolUtilizedSize: 0,
    });
  }

  /** @returns the number of the call */
  #call(
    threadId: number,
    nameId: number,
    start: number,
    returnValue: number,
    callchainId: number | null,
  ): number {
    const correlationId = this.#process.correlate();
    let globalTid = this.#globalTids.get(threadId);
    if (globalTid === undefined) {
      globalTid = this.#process.globalTid(threadId);
      this.#globalTids.set(threadId, globalTid);
    }
    const end = start + BEFORE_NS + AFTER_NS;
    const row = { start, end, eventClass: 0, globalTid, correlationId, nameId, returnValue };
    this.#database.add('CUPTI_ACTIVITY_KIND_RUNTIME', { ...row, callchainId });
    return correlationId;
  }

  /** A stack for each that may happen, so that they can be told apart. */
  #stack(what: 'allocate' | 'free' | 'failed'): number | null {
    if (!this.#settings.callStacks) return null;
    let id = this.#stackOf.get(what);
    if (id === undefined) {
      id = this.#database.newCallchainId();
      this.#stackOf.set(what, id);
      const frames = ['rmm::mr::cuda_memory_resource', `${what}_on_device`, 'main'];
      const module = this.#database.stringId('/usr/bin/program');
      frames.forEach((frame, stackDepth) => {
        const symbol = this.#database.stringId(frame);
        this.#database.add('CUDA_CALLCHAINS', { id, symbol, module, stackDepth, unresolved: 0 });
      });
    }
    return id;
  }
}
