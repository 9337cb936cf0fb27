import { open } from 'node:fs/promises';
import {
  type EventBatch,
  packingOf,
  type ScanReport,
  scanTrace,
  type TraceScan,
} from '@rl-insight/trace-scan';
import { fileBytes, scanTraceFile } from '@rl-insight/trace-scan/node';
import { MemoryEvents, SpanRows } from './columns.js';
import {
  ANNOTATION,
  MEMORY,
  OPERATOR,
  OUT_OF_MEMORY,
  SELECTION,
  SPAN_KINDS,
  type SpanCategory,
} from './fields.js';
import { Ends, PREFACE_BYTES, type Preface, readPreface } from './preface.js';

const NS_PER_SECOND = 1e9;
const NS_PER_US = 1000;
/** What PyTorch itself marks by record_function. */
const MARK = /^(?:ProfilerStep#|Optimizer\.|enumerate\(DataLoader\)|DistributedDataParallel\.)/;
/** Bytes of a file for each of its events of a kind, and of how many a packed one is made, roundly. */
const BYTES_A_MEMORY_EVENT = 1000;
const BYTES_A_SPAN = 400;
const PACKED = 15;

/** A device as events name it. */
export interface TraceDevice {
  readonly type: number;
  readonly id: number;
}

/** A thread as events name it. */
export interface TraceThread {
  readonly process: string;
  readonly thread: string;
}

/** What is read of a trace. */
export interface TraceData {
  readonly memory: MemoryEvents;
  readonly spans: SpanRows;
  readonly devices: readonly TraceDevice[];
  readonly threads: readonly TraceThread[];
  readonly preface: Preface;
  /** What times of the columns count from, ns since 1970. */
  readonly originNs: bigint;
  readonly report: ScanReport;
  /** Events whose time could not be read, or lies days away from the others. */
  readonly outOfTime: number;
  text(code: number): string;
}

export interface TraceReadOptions {
  readonly signal: AbortSignal;
  readonly threads: number;
  readonly onProgress: (bytes: number) => void;
}

/**
 * Reads what a trace says of memory, and of what was open on the threads.
 *
 * @throws TraceFormatError when it is no trace; an error of the file system or of the compression.
 */
export async function readTrace(path: string, options: TraceReadOptions): Promise<TraceData> {
  const file = await open(path, 'r');
  try {
    const { size } = await file.stat();
    const head = Buffer.alloc(Math.min(size, PREFACE_BYTES));
    await file.read(head, 0, head.length, 0);
    if (packingOf(head) !== undefined) return await readPacked(path, size * PACKED, options);
    const tail = Buffer.alloc(Math.min(size, PREFACE_BYTES));
    await file.read(tail, 0, tail.length, size - tail.length);
    const scan = scanTraceFile(path, SELECTION, { ...options, lendBatches: true });
    return await new TraceReader(scan, size).read(() => readPreface(head, tail));
  } finally {
    await file.close();
  }
}

/** Of a packed file the end is known only when all of it was read. */
async function readPacked(
  path: string,
  bytes: number,
  options: TraceReadOptions,
): Promise<TraceData> {
  const ends = new Ends();
  async function* pieces() {
    for await (const piece of fileBytes(path)) {
      ends.add(piece);
      yield piece;
    }
  }
  const { signal, onProgress } = options;
  const scan = scanTrace(pieces(), SELECTION, { signal, onProgress, lendBatches: true });
  return new TraceReader(scan, bytes).read(() => readPreface(ends.head, ends.tail));
}

/** The fields of `[memory]` events in a batch. */
function memoryFields(batch: EventBatch) {
  return {
    index: batch.numbers('args.Ev Idx'),
    bytes: batch.numbers('args.Bytes'),
    allocated: batch.numbers('args.Total Allocated'),
    reserved: batch.numbers('args.Total Reserved'),
    address: batch.times('args.Addr'),
    deviceType: batch.numbers('args.Device Type'),
    deviceId: batch.numbers('args.Device Id'),
  };
}

type MemoryFields = ReturnType<typeof memoryFields>;

class TraceReader {
  readonly #scan: TraceScan;
  readonly #memory: MemoryEvents;
  readonly #spans: SpanRows;
  readonly #devices: TraceDevice[] = [];
  readonly #threads: TraceThread[] = [];
  readonly #deviceNumbers = new Map<number, number>();
  readonly #threadNumbers = new Map<number, number>();
  /** By code of the category: the kind of its spans; −1 for instants. */
  readonly #kinds: number[] = [];
  /** By code of a name: whether it is a mark of the program. */
  readonly #marks: number[] = [];
  #memoryCode = -1;
  #failureCode = -1;
  #lastKey = Number.NaN;
  #lastThread = -1;
  #originSeconds = Number.NaN;
  #outOfTime = 0;

  /** @param bytes how large the trace is, roundly; what is larger than that takes longer */
  constructor(scan: TraceScan, bytes: number) {
    this.#scan = scan;
    this.#memory = new MemoryEvents(bytes / BYTES_A_MEMORY_EVENT);
    this.#spans = new SpanRows(bytes / BYTES_A_SPAN);
  }

  async read(preface: () => Preface): Promise<TraceData> {
    for await (const batch of this.#scan) this.#add(batch);
    const found = preface();
    const seconds = Number.isNaN(this.#originSeconds) ? 0 : this.#originSeconds;
    return {
      memory: this.#memory,
      spans: this.#spans,
      devices: this.#devices,
      threads: this.#threads,
      preface: found,
      originNs: found.baseNs + BigInt(seconds) * BigInt(NS_PER_SECOND),
      report: this.#scan.report(),
      outOfTime: this.#outOfTime,
      text: (code) => this.#scan.text(code),
    };
  }

  #add(batch: EventBatch): void {
    const [names, categories] = [batch.codes('name'), batch.codes('cat')];
    const [start, duration] = [batch.times('ts'), batch.times('dur')];
    const [processes, threads] = [batch.codes('pid'), batch.codes('tid')];
    const stacks = batch.codes('args.Call stack');
    const memory = memoryFields(batch);
    const spans = this.#spans;
    for (let i = 0; i < batch.count; i++) {
      const kind = this.#kindOf(categories[i]);
      if (kind < 0 && !this.#isMemory(names[i])) continue;
      const seconds = start.seconds[i];
      if (Number.isNaN(this.#originSeconds)) this.#originSeconds = seconds;
      const time = (seconds - this.#originSeconds) * NS_PER_SECOND + start.nanos[i];
      if (!(Math.abs(time) <= Number.MAX_SAFE_INTEGER)) {
        this.#outOfTime++;
        continue;
      }
      const thread = this.#threadOf(processes[i], threads[i]);
      if (kind < 0) {
        if (Number.isNaN(memory.bytes[i])) continue;
        const row = this.#addMemory(memory, i, time);
        this.#memory.thread[row] = thread;
        this.#memory.isFailure[row] = names[i] === this.#failureCode ? 1 : 0;
      } else {
        const row = spans.add();
        const lasts = duration.seconds[i] * NS_PER_SECOND + duration.nanos[i];
        spans.startNs[row] = time;
        spans.endNs[row] = time + Math.max(lasts, 0);
        spans.thread[row] = thread;
        spans.name[row] = names[i];
        spans.stack[row] = stacks[i];
        spans.kind[row] = kind === OPERATOR && this.#isMark(names[i]) ? ANNOTATION : kind;
      }
    }
  }

  #addMemory(fields: MemoryFields, i: number, time: number): number {
    const memory = this.#memory;
    const row = memory.add();
    memory.timeNs[row] = time;
    memory.index[row] = Number.isNaN(fields.index[i]) ? -1 : fields.index[i];
    memory.bytes[row] = fields.bytes[i];
    memory.allocated[row] = fields.allocated[i];
    memory.reserved[row] = fields.reserved[i];
    const { seconds, nanos } = fields.address;
    if (!Number.isNaN(seconds[i])) memory.setAddress(row, seconds[i], nanos[i] / NS_PER_US);
    memory.device[row] = this.#deviceOf(fields.deviceType[i], fields.deviceId[i]);
    return row;
  }

  /** In 2021 the ranges of a program were operators; these are known by their names. */
  #isMark(code: number): boolean {
    this.#marks[code] ??= MARK.test(this.#scan.text(code)) ? 1 : 0;
    return this.#marks[code] === 1;
  }

  #kindOf(code: number): number {
    if (code < 0) return -1;
    this.#kinds[code] ??= SPAN_KINDS[this.#scan.text(code) as SpanCategory] ?? -1;
    return this.#kinds[code];
  }

  #isMemory(code: number): boolean {
    if (code === this.#memoryCode || code === this.#failureCode) return code >= 0;
    if (this.#memoryCode >= 0 && this.#failureCode >= 0) return false;
    const name = this.#scan.text(code);
    if (name === MEMORY) this.#memoryCode = code;
    else if (name === OUT_OF_MEMORY) this.#failureCode = code;
    else return false;
    return true;
  }

  #threadOf(process: number, thread: number): number {
    // Codes are small: there are as many as different texts.
    const key = process * 2 ** 26 + thread;
    if (key === this.#lastKey) return this.#lastThread;
    let number = this.#threadNumbers.get(key);
    if (number === undefined) {
      const text = (code: number) => this.#scan.text(code);
      number = this.#threads.push({ process: text(process), thread: text(thread) }) - 1;
      this.#threadNumbers.set(key, number);
    }
    this.#lastKey = key;
    this.#lastThread = number;
    return number;
  }

  #deviceOf(type: number, id: number): number {
    const known = { type: Number.isNaN(type) ? 0 : type, id: Number.isNaN(id) ? -1 : id };
    const key = known.type * 1000 + known.id;
    let number = this.#deviceNumbers.get(key);
    if (number === undefined) {
      number = this.#devices.push(known) - 1;
      this.#deviceNumbers.set(key, number);
    }
    return number;
  }
}
