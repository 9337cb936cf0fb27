import { FRAME_SEPARATOR, UNKNOWN_NAME } from '@rl-insight/memory-contract';
import type { MemoryCallBatch, NsysExport } from '@rl-insight/nsys-export';
import type { ExportTimes } from './export-times.js';
import { Texts } from './texts.js';

/** `cudaErrorMemoryAllocation`, and `CUDA_ERROR_OUT_OF_MEMORY` of the driver. No ENUM table names them. */
const OUT_OF_MEMORY = 2;
const NONE = -1;
/** Slots have the numbers of calls from 1: memory that is fresh is empty. */
const EMPTY = 0;
/** Slots of the table for each call, at least. */
const SLOTS_A_CALL = 2;
/** Calls whose numbers follow each other lie beside each other, so many at a time: a line of the cache. */
const BESIDE_BITS = 4;
const LEAST_CALLS = 1024;

/** A call that was to allocate and was told that there is no memory. */
export interface FailedCall {
  /** When it was made, ns after the origin of the export's times. */
  readonly timeNs: number;
  /** Place in the export's `threads`; −1 where it is not known. */
  readonly thread: number;
  readonly name: string;
  /** Code of the call stack in {@link CallTable.stacks}. */
  readonly stack: number;
}

/** The calls that allocate or release, found by process and correlation id. */
export class CallTable {
  readonly names = new Texts([UNKNOWN_NAME]);
  readonly stacks = new Texts(['']);
  readonly failures: FailedCall[] = [];
  readonly #exported: NsysExport;
  readonly #times: ExportTimes;
  #startNs: Float64Array;
  #correlation: Float64Array;
  #thread: Int32Array;
  #name: Int32Array;
  #stack: Int32Array;
  #slots: Int32Array;
  #count = 0;
  readonly #nameCodes = new Map<number, number>();
  readonly #stackCodes = new Map<number, number>();

  /** @param calls that there is room for to begin with; memory that nobody writes to costs nothing */
  constructor(exported: NsysExport, times: ExportTimes, calls: number) {
    this.#exported = exported;
    this.#times = times;
    const room = Math.max(LEAST_CALLS, calls);
    this.#startNs = new Float64Array(room);
    this.#correlation = new Float64Array(room);
    this.#thread = new Int32Array(room);
    this.#name = new Int32Array(room);
    this.#stack = new Int32Array(room);
    this.#slots = new Int32Array(2 ** Math.ceil(Math.log2(room * SLOTS_A_CALL)));
  }

  add(batch: MemoryCallBatch): void {
    const { count, thread, correlationId, returnValue, nameId, callchainId } = batch;
    const startNs = this.#times.numbers(batch.startNs, count);
    this.#reserve(this.#count + count);
    for (let i = 0; i < count; i++) {
      const name = this.#nameCode(nameId[i]);
      const stack = this.#stackCode(callchainId[i]);
      if (returnValue[i] !== 0 && this.#isFailure(returnValue[i], nameId[i])) {
        const text = this.names.values[name];
        this.failures.push({ timeNs: startNs[i], thread: thread[i], name: text, stack });
      }
      // What has no number, nothing can refer to.
      if (Number.isNaN(correlationId[i])) continue;
      const call = this.#count++;
      this.#startNs[call] = startNs[i];
      this.#correlation[call] = correlationId[i];
      this.#thread[call] = thread[i];
      this.#name[call] = name;
      this.#stack[call] = stack;
      this.#insert(call);
    }
  }

  /** The call of a process that has that number; −1 where there is none. */
  find(process: number, correlation: number): number {
    const mask = this.#slots.length - 1;
    for (let slot = this.#home(process, correlation); ; slot = (slot + 1) & mask) {
      const call = this.#slots[slot] - 1;
      if (call === NONE) return NONE;
      if (this.#correlation[call] === correlation && this.#processOf(call) === process) return call;
    }
  }

  startNs(call: number): number {
    return this.#startNs[call];
  }

  /** Place in the export's `threads`. */
  thread(call: number): number {
    return this.#thread[call];
  }

  /** Codes in {@link names} and {@link stacks}. */
  name(call: number): number {
    return this.#name[call];
  }

  stack(call: number): number {
    return this.#stack[call];
  }

  #isFailure(returnValue: number, nameId: number): boolean {
    return (
      returnValue === OUT_OF_MEMORY && this.#exported.functions.get(nameId)?.effect === 'allocate'
    );
  }

  #nameCode(nameId: number): number {
    const known = this.#nameCodes.get(nameId);
    if (known !== undefined) return known;
    const code = this.names.code(this.#exported.functions.get(nameId)?.name ?? UNKNOWN_NAME);
    this.#nameCodes.set(nameId, code);
    return code;
  }

  #stackCode(callchainId: number): number {
    if (Number.isNaN(callchainId)) return 0;
    const known = this.#stackCodes.get(callchainId);
    if (known !== undefined) return known;
    const frames = this.#exported.callStacks().get(callchainId) ?? [];
    const code = this.stacks.code(frames.join(FRAME_SEPARATOR));
    this.#stackCodes.set(callchainId, code);
    return code;
  }

  #processOf(call: number): number {
    return this.#exported.threads[this.#thread[call]]?.process ?? -1;
  }

  #home(process: number, correlation: number): number {
    const mixed = Math.imul(
      (correlation >>> BESIDE_BITS) + Math.imul(process, 0x85ebca6b),
      0x9e3779b1,
    );
    const line = mixed ^ (mixed >>> 15);
    const beside = correlation & ((1 << BESIDE_BITS) - 1);
    return ((line << BESIDE_BITS) | beside) & (this.#slots.length - 1);
  }

  #insert(call: number): void {
    const process = this.#processOf(call);
    const mask = this.#slots.length - 1;
    let slot = this.#home(process, this.#correlation[call]);
    while (this.#slots[slot] !== EMPTY) slot = (slot + 1) & mask;
    this.#slots[slot] = call + 1;
  }

  #reserve(calls: number): void {
    if (calls > this.#startNs.length) {
      const room = Math.max(calls, this.#startNs.length * 2);
      this.#startNs = copied(this.#startNs, new Float64Array(room));
      this.#correlation = copied(this.#correlation, new Float64Array(room));
      this.#thread = copied(this.#thread, new Int32Array(room));
      this.#name = copied(this.#name, new Int32Array(room));
      this.#stack = copied(this.#stack, new Int32Array(room));
    }
    if (calls * SLOTS_A_CALL <= this.#slots.length) return;
    this.#slots = new Int32Array(this.#slots.length * 4);
    for (let call = 0; call < this.#count; call++) this.#insert(call);
    this.#reserve(calls);
  }
}

function copied<A extends Float64Array | Int32Array>(from: A, into: A): A {
  into.set(from as never);
  return into;
}
