import {
  type ColumnValues,
  FRAME_SEPARATOR,
  Int64Offsets,
  Int64Values,
  STACK_MATCHES,
  UNKNOWN_NAME,
} from '@rl-insight/memory-contract';
import { filled } from './counters.js';
import type { DevicePart } from './part.js';
import { TextCodes } from './text-codes.js';

const NS_PER_MS = 1e6;
const MIB = 1024 ** 2;

/** What is known of a part's rows besides their own cells. */
export interface PartRows {
  readonly part: DevicePart;
  readonly captureId: number;
  /** Step of each row of `part.rows`; −1 where there is none. */
  readonly step: Int32Array;
  /** 1 where the block was there when what is kept began. */
  readonly before: Uint8Array;
}

export interface GroupName {
  readonly role: string;
  readonly rank: number;
  readonly device: string;
}

/** Columns of `memory_summary` filled part by part. */
class SummaryColumns {
  readonly rows: number;
  readonly name: Int32Array;
  readonly stack: Int32Array;
  readonly stackTop: Int32Array;
  readonly sizeKb: Float64Array;
  readonly startMs: Float64Array;
  readonly durationMs: Float64Array;
  readonly totals: readonly Float64Array[];
  readonly startNs: Int64Offsets;
  readonly durationNs: Int64Values;
  readonly sizeBytes: Int64Values;
  readonly captureId: Int32Array;
  readonly allocSeq: Int64Values;
  readonly releaseSeq: Int64Values;
  readonly allocator: Int32Array;
  readonly before: Uint8Array;
  readonly activeNs: Int64Values;
  readonly match: Int32Array;
  readonly step: Int32Array;
  readonly processId: Int64Values;
  readonly threadId: Int64Values;
  readonly stream: Int32Array;

  constructor(rows: number, originNs: bigint) {
    const numbers = () => new Float64Array(rows);
    const codes = () => new Int32Array(rows);
    const integers = () => new Int64Values(rows);
    this.rows = rows;
    this.name = codes();
    this.stack = codes();
    this.stackTop = codes();
    this.sizeKb = numbers();
    this.startMs = numbers();
    this.durationMs = numbers();
    this.totals = [numbers(), numbers(), numbers()];
    this.startNs = new Int64Offsets(rows, originNs);
    this.durationNs = integers();
    this.sizeBytes = integers();
    this.captureId = codes();
    this.allocSeq = integers();
    this.releaseSeq = integers();
    this.allocator = codes();
    this.before = new Uint8Array(rows);
    this.activeNs = integers();
    this.match = codes();
    this.step = codes();
    this.processId = integers();
    this.threadId = integers();
    this.stream = codes();
  }
}

/** Rows of several captures as the columns of one `memory_summary`. */
export class SummaryBuilder {
  readonly #columns: SummaryColumns;
  readonly #originNs: bigint;
  readonly #originMs: number;
  readonly #names = new TextCodes();
  readonly #stacks = new TextCodes();
  readonly #tops = new TextCodes();
  readonly #allocators = new TextCodes();
  readonly #streams = new TextCodes();
  #end = 0;

  /** `originNs` is a whole millisecond before all rows. */
  constructor(rows: number, originNs: bigint) {
    this.#columns = new SummaryColumns(rows, originNs);
    this.#originNs = originNs;
    this.#originMs = Number(originNs / BigInt(NS_PER_MS));
  }

  add({ part, captureId, step, before }: PartRows): void {
    const { content, rows, order } = part;
    const { operators, attribution } = content;
    const columns = this.#columns;
    const shift = Number(content.originNs - this.#originNs);
    const names = operators.names.map((text) => this.#names.code(text.trim() || UNKNOWN_NAME));
    const allocators = part.allocators.map((text) => this.#allocators.code(text));
    const streams = operators.streams.map((text) => this.#streams.code(text));
    const noStack = this.#stacks.code('');
    const noTop = this.#tops.code('');
    const stacks = (attribution?.stacks ?? []).map((text) => this.#stacks.code(text));
    const tops = (attribution?.stacks ?? []).map((text) =>
      this.#tops.code(text.split(FRAME_SEPARATOR, 1)[0]),
    );
    const noMatch = STACK_MATCHES.indexOf('none');

    for (let i = 0; i < rows.length; i++) {
      const row = rows[i];
      const at = this.#end + i;
      const size = operators.sizeBytes[row];
      const start = operators.startNs[row];
      const duration = operators.releaseNs[row] - start;
      const stack = attribution?.stack[row] ?? -1;
      columns.name[at] = names[operators.name[row]];
      columns.stack[at] = stack < 0 ? noStack : stacks[stack];
      columns.stackTop[at] = stack < 0 ? noTop : tops[stack];
      columns.match[at] = attribution ? attribution.match[row] : noMatch;
      columns.sizeKb[at] = size / 1024;
      columns.sizeBytes.set(at, Math.round(size));
      columns.startNs.set(at, start + shift);
      columns.startMs[at] = this.#milliseconds(start + shift);
      columns.durationNs.set(at, duration);
      columns.durationMs[at] = duration > 0 ? duration / NS_PER_MS : 0;
      columns.activeNs.set(at, operators.activeReleaseNs[row] - start);
      columns.captureId[at] = captureId;
      columns.allocSeq.set(at, order.allocSeq[row]);
      columns.releaseSeq.set(at, order.releaseSeq[row]);
      columns.allocator[at] = allocators[part.allocator[row]];
      columns.before[at] = before[i] || operators.releaseOnly[row];
      columns.step[at] = step[i];
      columns.processId.set(at, attribution?.processId[row] ?? Number.NaN);
      columns.threadId.set(at, attribution?.threadId[row] ?? Number.NaN);
      columns.stream[at] = operators.stream[row] < 0 ? -1 : streams[operators.stream[row]];
      const totals = operators.releaseOnly[row] ? operators.released : operators.allocated;
      // The Python original writes 0.0 for an empty cell, and so must these three columns.
      columns.totals[0][at] = totals.allocated[row] / MIB || 0;
      columns.totals[1][at] = totals.reserved[row] / MIB || 0;
      columns.totals[2][at] = totals.active[row] / MIB || 0;
    }
    this.#end += rows.length;
  }

  /** The columns by name, for `buildTable`. */
  columns({ role, rank, device }: GroupName): Record<string, ColumnValues> {
    const c = this.#columns;
    const { rows } = c;
    const same = (text: string) => ({ codes: new Int32Array(rows), values: [text] });
    return {
      name: { codes: c.name, values: this.#names.values },
      role: same(role),
      rank_id: { values: filled(rows, rank) },
      call_stack: { codes: c.stack, values: this.#stacks.values },
      call_stack_top: { codes: c.stackTop, values: this.#tops.values },
      size_kb: { values: c.sizeKb },
      start_time_ms: { values: c.startMs },
      duration_ms: { values: c.durationMs },
      total_allocated_mb: { values: c.totals[0] },
      total_reserved_mb: { values: c.totals[1] },
      total_active_mb: { values: c.totals[2] },
      device_type: same(device),
      start_time_ns: { values: c.startNs.values },
      duration_ns: c.durationNs,
      size_bytes: { values: c.sizeBytes.values },
      capture_id: { values: c.captureId },
      alloc_seq: c.allocSeq,
      release_seq: c.releaseSeq,
      allocator: { codes: c.allocator, values: this.#allocators.values },
      before_capture: { flags: c.before },
      active_duration_ns: c.activeNs,
      stack_match: { codes: c.match, values: STACK_MATCHES },
      step: { values: c.step, valid: notNegative(c.step) },
      process_id: c.processId,
      thread_id: c.threadId,
      stream: { codes: c.stream, values: this.#streams.values },
    };
  }

  /**
   * Milliseconds since the epoch, the double nearest to the exact time. The fraction is added to
   * whole milliseconds last, and multiples of 10⁻⁶ never lie halfway between two doubles of this
   * size, so the one rounding is the right one.
   */
  #milliseconds(ns: number): number {
    const whole = Math.floor(ns / NS_PER_MS);
    return this.#originMs + whole + (ns - whole * NS_PER_MS) / NS_PER_MS;
  }
}

function notNegative(values: Int32Array): Uint8Array {
  const flags = new Uint8Array(values.length);
  for (let row = 0; row < values.length; row++) flags[row] = values[row] < 0 ? 0 : 1;
  return flags;
}
