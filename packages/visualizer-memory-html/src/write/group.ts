import { type MemoryGroup, STACK_MATCHES, type StackMatch } from '@rl-insight/memory-contract';
import {
  type Blocks,
  blocksOf,
  type CaptureLive,
  clipCurve,
  type LevelCurve,
  levelAt,
  liveBytes,
  overlapCounts,
  thinCurve,
} from '@rl-insight/memory-model';
import {
  ALLOCATION_COLUMNS,
  type AllocationColumn,
  type CaptureEntry,
  type CounterLine,
  type GroupData,
  PAGE_DATA_VERSION,
  type PackedLine,
  type WindowData,
  type WindowEntry,
} from '../page-data/format.js';
import { type CounterCurves, counterCurves, counterPart } from './counter-lines.js';
import { packColumns, packLine } from './pack.js';
import { groupTexts, type TextCodes } from './texts.js';
import { splitWindows } from './windows.js';

/** Parts of a thinned line: twice what a wide screen shows in a row. */
const OVERVIEW_BUCKETS = 2048;

/** What a group's pages are made of besides the group itself. */
export interface GroupPageOptions {
  readonly originNs: bigint;
  readonly producer: string;
  readonly runId: string;
  readonly overviewPage: string | null;
}

/** Makes the data of a group's pages. All times are shifted to the origin of the run. */
export class GroupPages {
  readonly windows: readonly WindowEntry[];
  readonly #group: MemoryGroup;
  readonly #options: GroupPageOptions;
  readonly #blocks: Blocks;
  readonly #live: readonly CaptureLive[];
  readonly #texts: TextCodes;
  readonly #threads: Float64Array;
  readonly #overlaps: Int32Array;
  /** When each allocation is gone: its release, or the end of its capture. */
  readonly #goneNs: Float64Array;
  readonly #beforeRows: Int32Array;
  readonly #counters: readonly CounterCurves[];
  readonly #shift: number;

  constructor(group: MemoryGroup, options: GroupPageOptions) {
    const { allocations } = group;
    this.#group = group;
    this.#options = options;
    this.#shift = Number(allocations.originNs - options.originNs);
    this.#blocks = blocksOf(group);
    this.#live = liveBytes(group, this.#blocks);
    const { codes, texts } = threadCodes(allocations.threadId, allocations.rows);
    this.#threads = codes;
    this.#texts = groupTexts({
      name: allocations.text('name'),
      callStack: allocations.text('call_stack'),
      allocator: allocations.text('allocator'),
      stream: allocations.text('stream'),
      threads: texts,
    });
    this.#goneNs = this.#whenGone();
    this.#counters = counterCurves(group.counters);
    this.#beforeRows = Int32Array.from(this.#blocks.before.keys()).filter(
      (row) => this.#blocks.before[row] === 1,
    );
    const { startNs } = this.#blocks;
    this.#overlaps = overlapCounts(startNs, this.#goneNs, allocations.text('name').codes);
    const { fromNs, toNs } = groupExtent(group, this.#live);
    this.windows = splitWindows(allocations.startNs, fromNs, toNs);
  }

  groupData(): GroupData {
    const { info, allocations } = this.#group;
    const { role, rank_id, device_type } = info;
    let released = 0;
    let allocatedBytes = 0;
    for (let row = 0; row < allocations.rows; row++) {
      if (!Number.isNaN(allocations.durationNs[row])) released++;
      if (!this.#blocks.before[row]) allocatedBytes += this.#blocks.bytes[row];
    }
    return {
      version: PAGE_DATA_VERSION,
      producer: this.#options.producer,
      runId: this.#options.runId,
      info: { role, rank_id, device_type },
      originNs: String(this.#options.originNs),
      timeBasis: info.captures[0]?.time_basis ?? 'utc',
      overviewPage: this.#options.overviewPage,
      rows: allocations.rows,
      released,
      allocatedBytes,
      matches: this.#matches(),
      captures: this.#live.map((live, i) => this.#capture(live, i)),
      windows: this.windows.map((window) => ({
        ...window,
        startNs: window.startNs + this.#shift,
        endNs: window.endNs + this.#shift,
      })),
      warnings: info.warnings,
      texts: this.#texts.texts,
      overview: this.#line(this.#live.map(({ curve }) => thinCurve(curve, OVERVIEW_BUCKETS))),
    };
  }

  windowData(number: number): WindowData {
    const window = this.windows[number];
    const { startNs, endNs } = window;
    const inside = this.#live.filter(
      (live) => live.window.startNs <= endNs && live.window.endNs >= startNs,
    );
    const before = this.#live.filter((live) => live.window.startNs < startNs).at(-1);
    return {
      version: PAGE_DATA_VERSION,
      window: number,
      allocations: this.#allocations(window),
      levelBefore:
        before === undefined
          ? (this.#live[0]?.curve.bytes[0] ?? 0)
          : levelAt(before.curve, startNs),
      unknownReleases: this.#unknownReleases(window),
      counters: this.#counterLines(window),
      live: this.#line(inside.map(({ curve }) => clipCurve(curve, startNs, endNs))),
    };
  }

  #whenGone(): Float64Array {
    const { allocations } = this.#group;
    const { startNs, capture, windows } = this.#blocks;
    const gone = new Float64Array(allocations.rows);
    for (let row = 0; row < gone.length; row++) {
      const held = allocations.durationNs[row];
      const start = allocations.startNs[row];
      gone[row] = Number.isNaN(held)
        ? Math.max(start, windows[capture[row]]?.endNs ?? start)
        : start + held;
      if (gone[row] < startNs[row]) gone[row] = startNs[row];
    }
    return gone;
  }

  #matches(): Record<StackMatch, number> {
    const counts = Object.fromEntries(STACK_MATCHES.map((match) => [match, 0])) as Record<
      StackMatch,
      number
    >;
    const { codes, values } = this.#group.allocations.text('stack_match');
    for (const code of codes) {
      const match = STACK_MATCHES.find((known) => known === values[code]) ?? 'none';
      counts[match]++;
    }
    return counts;
  }

  #capture(live: CaptureLive, number: number): CaptureEntry {
    const info = this.#group.info.captures[number];
    return {
      startNs: live.window.startNs + this.#shift,
      endNs: live.window.endNs + this.#shift,
      step: info.step,
      sources: info.sources,
      peakBytes: live.peak.bytes,
      peakNs: live.peak.timeNs + this.#shift,
      endBytes: live.endLiveBytes,
      allocators: live.allocators.map((allocator) => ({
        allocator: allocator.allocator,
        startBytes: allocator.startLiveBytes,
        startSource: allocator.startSource,
        peakBytes: allocator.peak.bytes,
        peakNs: allocator.peak.timeNs + this.#shift,
        endBytes: allocator.endLiveBytes,
        unknownReleases: allocator.unknownReleases.bytes.length,
        unknownReleaseBytes: sum(allocator.unknownReleases.bytes),
        untrackedBytes: allocator.untrackedBytes,
        matchesReported: allocator.matchesReported,
      })),
    };
  }

  #allocations(window: WindowEntry): WindowData['allocations'] {
    const rows = this.#rowsTouching(window);
    const { allocations } = this.#group;
    const { startNs, bytes, before, capture } = this.#blocks;
    const name = allocations.text('name').codes;
    const stack = allocations.text('call_stack').codes;
    const match = matchIndexes(allocations.text('stack_match'));
    const allocator = allocations.text('allocator').codes;
    const stream = allocations.text('stream').codes;
    const { durationNs, step } = allocations;
    const value: Record<AllocationColumn, (row: number) => number> = {
      index: (row) => row,
      start: (row) => startNs[row] + this.#shift,
      held: (row) => (Number.isNaN(durationNs[row]) ? 0 : this.#goneNs[row] - startNs[row] + 1),
      bytes: (row) => bytes[row],
      name: (row) => name[row] + 1,
      stack: (row) => this.#texts.stackOfCode[stack[row] + 1],
      match: (row) => match[row],
      allocator: (row) => allocator[row] + 1,
      thread: (row) => this.#threads[row],
      stream: (row) => stream[row] + 1,
      step: (row) => step[row] + 1,
      overlaps: (row) => this.#overlaps[row],
      before: (row) => before[row],
      capture: (row) => capture[row],
    };
    return packColumns(
      ALLOCATION_COLUMNS.map(({ name: column, coding }) => ({
        name: column,
        coding,
        values: Float64Array.from(rows, value[column]),
      })),
    );
  }

  /**
   * Rows that are there at some time of a window, both of its ends included: those that began before
   * it come first, those that begin at its very end last.
   */
  #rowsTouching({ startNs, endNs, first, count }: WindowEntry): Int32Array {
    const rows: number[] = [];
    const { before, startNs: begins } = this.#blocks;
    for (let row = 0; row < first; row++) if (this.#goneNs[row] >= startNs) rows.push(row);
    const next = first + count;
    for (let row = first; row < next; row++) rows.push(row);
    for (let row = next; row < before.length && begins[row] <= endNs; row++) {
      if (!before[row]) rows.push(row);
    }
    // A block from before the capture stands where it is released, and is there from the begin on.
    for (const row of this.#beforeRows) if (row >= next && begins[row] <= endNs) rows.push(row);
    return Int32Array.from(rows);
  }

  #unknownReleases({ startNs, endNs }: WindowEntry): WindowData['unknownReleases'] {
    const time: number[] = [];
    const bytes: number[] = [];
    for (const { allocators } of this.#live) {
      for (const { unknownReleases } of allocators) {
        unknownReleases.timeNs.forEach((at, i) => {
          if (at < startNs || at > endNs) return;
          time.push(at + this.#shift);
          bytes.push(unknownReleases.bytes[i]);
        });
      }
    }
    return packColumns([
      { name: 'time', coding: 'delta', values: time },
      { name: 'bytes', coding: 'unsigned', values: bytes },
    ]);
  }

  #counterLines(window: WindowEntry): CounterLine[] {
    return this.#counters.flatMap(({ component, total, captures }) => {
      const { curves, exact } = counterPart(captures, window);
      return curves.length === 0 ? [] : [{ component, total, exact, line: this.#line(curves) }];
    });
  }

  #line(curves: readonly LevelCurve[]): PackedLine {
    const time: number[] = [];
    const value: number[] = [];
    const breaks: number[] = [];
    for (const curve of curves) {
      if (time.length > 0) breaks.push(time.length);
      for (let i = 0; i < curve.timeNs.length; i++) {
        time.push(curve.timeNs[i] + this.#shift);
        value.push(curve.bytes[i]);
      }
    }
    return packLine(time, value, breaks);
  }
}

/** From when to when a group is: its captures, or else its samples. */
function groupExtent({ allocations, counters }: MemoryGroup, live: readonly CaptureLive[]) {
  const moments = live.flatMap(({ window }) => [window.startNs, window.endNs]);
  if (allocations.rows > 0) moments.push(allocations.startNs[0]);
  if (moments.length === 0 && counters.rows > 0) {
    moments.push(counters.timeNs[0], counters.timeNs[counters.rows - 1]);
  }
  if (moments.length === 0) moments.push(0);
  return { fromNs: Math.min(...moments), toNs: Math.max(...moments) };
}

function matchIndexes({ codes, values }: { codes: Int32Array; values: readonly string[] }) {
  const none = STACK_MATCHES.indexOf('none');
  const ofCode = values.map((text) => {
    const index = (STACK_MATCHES as readonly string[]).indexOf(text);
    return index < 0 ? none : index;
  });
  return codes.map((code) => (code < 0 ? none : ofCode[code]));
}

/** Threads as codes from 1, 0 for an allocation whose thread is not known. */
function threadCodes(
  threadId: Float64Array | undefined,
  rows: number,
): {
  codes: Float64Array;
  texts: string[];
} {
  const known = new Map<number, number>();
  const codes = new Float64Array(rows);
  threadId?.forEach((id, row) => {
    if (Number.isNaN(id)) return;
    const code = known.get(id) ?? known.size + 1;
    known.set(id, code);
    codes[row] = code;
  });
  return { codes, texts: [...known.keys()].map(String) };
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
