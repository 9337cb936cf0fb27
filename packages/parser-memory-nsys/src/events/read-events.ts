import {
  MEMORY_OPERATION,
  type MemoryEventBatch,
  type NsysExport,
  NsysExportError,
  type PoolEvent,
} from '@rl-insight/nsys-export';
import { CallTable, type FailedCall } from './call-table.js';
import { EventOrder } from './event-order.js';
import { ExportTimes } from './export-times.js';
import { GroupEvents, type JoinedEvent } from './group-events.js';
import { ALLOCATORS, memoryClass } from './memory-class.js';
import { RangeTable } from './range-table.js';

/** Bytes of the file for each call, and for each block, that there is room for to begin with. */
const BYTES_A_CALL = 80;
const BYTES_A_BLOCK = 192;
/** Of what else there may be in a file of many gigabytes, little is memory. */
const MOST_ROOM = 1 << 24;

/** What is in an export of memory, by process and device. */
export interface ExportEvents {
  readonly exported: NsysExport;
  readonly groups: readonly GroupEvents[];
  readonly calls: Pick<CallTable, 'names' | 'stacks'>;
  readonly ranges: RangeTable;
  readonly order: Pick<EventOrder, 'startSeq' | 'endSeq'>;
  readonly times: ExportTimes;
  /** Events without a call, so without a thread. */
  readonly withoutCall: number;
  /** Events that are neither allocation nor release. */
  readonly otherOperations: number;
  /** Failed calls of which it is not certain on which device they failed. */
  readonly guessedDevices: number;
}

export interface ReadOptions {
  readonly fileBytes: number;
  readonly signal: AbortSignal;
  /** Hears how much is done, from 0 to 1. */
  readonly onProgress: (share: number) => void;
}

/** How much of the time reading calls and ranges takes. */
const SHARE_OF_CALLS = 0.4;
const SHARE_OF_RANGES = 0.5;

/**
 * Reads the events of an export, joins each with its call and so with its thread and the range that is
 * open there, and pairs allocations with releases.
 *
 * @throws NsysExportError where the file is damaged; the signal's reason when it is aborted
 */
export async function readEvents(
  exported: NsysExport,
  options: ReadOptions,
): Promise<ExportEvents> {
  const { signal, onProgress, fileBytes } = options;
  const times = new ExportTimes();
  const calls = new CallTable(exported, times, roomFor(fileBytes, BYTES_A_CALL));
  for (const batch of exported.memoryCalls({ lendBatches: true })) {
    calls.add(batch);
    await breathe(signal);
  }
  onProgress(SHARE_OF_CALLS);
  const ranges = RangeTable.read(exported.ranges(), times);
  onProgress(SHARE_OF_RANGES);
  const read = async (expectOrder: boolean) => {
    const reader = new EventReader(exported, calls, ranges, times, fileBytes);
    for (const batch of exported.memoryEvents({ lendBatches: true, expectOrder })) {
      reader.add(batch);
      await breathe(signal);
    }
    return reader.finish();
  };
  try {
    return await read(true);
  } catch (error) {
    if (!(error instanceof NsysExportError && error.code === 'unordered')) throw error;
    return await read(false);
  }
}

function roomFor(fileBytes: number, bytesOfOne: number): number {
  return Math.min(MOST_ROOM, Math.ceil(fileBytes / bytesOfOne));
}

/** Lets a signal arrive. */
async function breathe(signal: AbortSignal): Promise<void> {
  await new Promise((resolve) => setImmediate(resolve));
  signal.throwIfAborted();
}

/** Label of the operation that ends a pool. */
const DESTROYED = 'Destroyed';

type TimedPoolEvent = PoolEvent & { readonly timeNs: number };

interface KnownClass {
  readonly isHost: boolean;
  /** Place in `ALLOCATORS`. */
  readonly place: number;
}

class EventReader {
  readonly #exported: NsysExport;
  readonly #calls: CallTable;
  readonly #ranges: RangeTable;
  readonly #times: ExportTimes;
  readonly #order: EventOrder;
  readonly #failures: readonly FailedCall[];
  readonly #groups = new Map<string, GroupEvents>();
  /** Groups by process, and in it by device, or by −1 for the host. */
  readonly #byProcess: Map<number, GroupEvents>[] = [];
  /** By kind, and whether it is in a pool. */
  readonly #classes: KnownClass[] = [];
  readonly #joined = {} as JoinedEvent;
  readonly #variables = new Map<number, number>();
  /** The device group that a thread allocated in last. */
  readonly #lastOfThread: GroupEvents[] = [];
  #room: number;
  #nextFailure = 0;
  readonly #poolEvents: readonly TimedPoolEvent[];
  #nextPoolEvent = 0;
  #withoutCall = 0;
  #otherOperations = 0;
  #guessedDevices = 0;

  constructor(
    exported: NsysExport,
    calls: CallTable,
    ranges: RangeTable,
    times: ExportTimes,
    fileBytes: number,
  ) {
    this.#exported = exported;
    this.#calls = calls;
    this.#ranges = ranges;
    this.#times = times;
    this.#order = new EventOrder(ranges);
    this.#failures = calls.failures.sort((a, b) => a.timeNs - b.timeNs);
    this.#room = roomFor(fileBytes, BYTES_A_BLOCK);
    this.#poolEvents = [...exported.poolEvents()].map((event) => ({
      ...event,
      timeNs: times.numbers(BigInt64Array.of(event.startNs), 1)[0],
    }));
  }

  add(batch: MemoryEventBatch): void {
    const times = this.#times.numbers(batch.startNs, batch.count);
    for (let at = 0; at < batch.count; at++) {
      const timeNs = times[at];
      while (this.#failures[this.#nextFailure]?.timeNs < timeNs) this.#fail();
      while (this.#poolEvents[this.#nextPoolEvent]?.timeNs < timeNs) this.#shrinkPool();
      const operation = batch.operation[at];
      if (operation === MEMORY_OPERATION.other) this.#otherOperations++;
      // What has no address or no bytes holds nothing.
      else if (batch.addressLow[at] !== 0 || batch.addressHigh[at] !== 0) {
        if (operation === MEMORY_OPERATION.release) this.#event(batch, at, timeNs, true);
        else if (batch.bytes[at] > 0) this.#event(batch, at, timeNs, false);
      }
    }
  }

  finish(): ExportEvents {
    while (this.#nextFailure < this.#failures.length) this.#fail();
    while (this.#nextPoolEvent < this.#poolEvents.length) this.#shrinkPool();
    this.#order.finish();
    return {
      exported: this.#exported,
      groups: [...this.#groups.values()],
      calls: { names: this.#calls.names, stacks: this.#calls.stacks },
      ranges: this.#ranges,
      order: this.#order,
      times: this.#times,
      withoutCall: this.#withoutCall,
      otherOperations: this.#otherOperations,
      guessedDevices: this.#guessedDevices,
    };
  }

  #event(batch: MemoryEventBatch, at: number, timeNs: number, isRelease: boolean): void {
    const calls = this.#calls;
    const correlation = batch.correlationId[at];
    const call = Number.isNaN(correlation) ? -1 : calls.find(batch.process[at], correlation);
    const callNs = call < 0 ? Number.NaN : calls.startNs(call);
    const thread = call < 0 ? -1 : calls.thread(call);
    const kind = this.#classOf(batch.kind[at], batch.pool[at] >= 0);
    const group = this.#groupOf(batch.process[at], kind.isHost ? -1 : batch.deviceId[at]);
    const variable = batch.variable[at];
    if (call < 0 && variable < 0) this.#withoutCall++;
    const event = this.#joined;
    event.batch = batch;
    event.at = at;
    event.timeNs = timeNs;
    event.seq = this.#order.event(timeNs, callNs);
    event.thread = thread;
    event.threadId = thread < 0 ? Number.NaN : this.#exported.threads[thread].threadId;
    event.name = call < 0 ? 0 : calls.name(call);
    if (variable >= 0) event.name = this.#variableName(variable);
    event.stack = call < 0 ? 0 : calls.stack(call);
    event.allocator = kind.place;
    if (isRelease) {
      event.range = -1;
      group.release(event);
      return;
    }
    // A thread is in its call until that returns: what was open at its begin is open at the event.
    event.range = thread < 0 ? -1 : this.#ranges.innermost(thread, callNs);
    group.allocate(event);
    if (!kind.isHost && thread >= 0) this.#lastOfThread[thread] = group;
  }

  /** Takes the next failed call: the export does not tell on which device. */
  #fail(): void {
    const { timeNs, thread, name, stack } = this.#failures[this.#nextFailure++];
    const process = this.#exported.threads[thread]?.process ?? -1;
    const group = isOfHost(name)
      ? this.#groupOf(process, -1)
      : (this.#lastOfThread[thread] ?? this.#someDeviceOf(process));
    const seq = this.#order.event(timeNs, timeNs);
    group.fail({ timeNs, seq, thread, stack, range: this.#ranges.innermost(thread, timeNs) });
  }

  /** Takes the next event of a pool: what it then holds is told by no event of a block. */
  #shrinkPool(): void {
    const { process, deviceId, address, operation, timeNs, poolBytes } =
      this.#poolEvents[this.#nextPoolEvent++];
    const held = operation === DESTROYED ? 0 : poolBytes;
    const group = this.#byProcess[process]?.get(Number.isNaN(deviceId) ? 0 : deviceId);
    if (held !== null) group?.pools.shrink(this.#exported.pools.indexOf(address), timeNs, held);
  }

  #someDeviceOf(process: number): GroupEvents {
    const own = [...(this.#byProcess[process] ?? [])].filter(([device]) => device >= 0);
    const devices = new Set(own.map(([, group]) => group));
    if (devices.size > 1) this.#guessedDevices++;
    return own[0]?.[1] ?? this.#groupOf(process, 0);
  }

  #groupOf(process: number, deviceId: number): GroupEvents {
    const device = Number.isNaN(deviceId) ? 0 : deviceId;
    this.#byProcess[process] ??= new Map();
    const known = this.#byProcess[process].get(device);
    if (known !== undefined) return known;
    const name = device < 0 ? 'CPU' : `GPU:${this.#gpuOf(process, device)}`;
    const key = `${process} ${name}`;
    let group = this.#groups.get(key);
    if (group === undefined) {
      group = new GroupEvents(process, name, this.#room);
      // Most exports have one large group.
      this.#room = 0;
      this.#groups.set(key, group);
    }
    this.#byProcess[process].set(device, group);
    return group;
  }

  /** With CUDA_VISIBLE_DEVICES a process numbers its devices anew. */
  #gpuOf(process: number, deviceId: number): number {
    const { processes, devices } = this.#exported;
    const processId = processes[process]?.processId;
    const gpu = processId === undefined ? undefined : devices.gpuOf(processId, deviceId);
    return gpu?.id ?? deviceId;
  }

  #classOf(kind: number, isInPool: boolean): KnownClass {
    // A kind that is not known is −1.
    const key = (kind + 1) * 2 + (isInPool ? 1 : 0);
    let found = this.#classes[key];
    if (found === undefined) {
      const { isHost, allocator } = memoryClass(this.#exported.memoryKinds[kind], isInPool);
      found = { isHost, place: ALLOCATORS.indexOf(allocator) };
      this.#classes[key] = found;
    }
    return found;
  }

  #variableName(variable: number): number {
    let code = this.#variables.get(variable);
    if (code === undefined) {
      code = this.#calls.names.code(this.#exported.variables[variable]);
      this.#variables.set(variable, code);
    }
    return code;
  }
}

/** Whether a function allocates memory of the host: `cudaMallocHost`, `cudaHostAlloc`, `cuMemAllocHost`. */
function isOfHost(name: string): boolean {
  return name.includes('Host');
}
