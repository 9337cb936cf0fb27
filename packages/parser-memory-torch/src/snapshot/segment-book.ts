import type { DeviceState } from './device-state.js';
import { streamText } from './stream-text.js';
import type { SegmentEvent } from './trace.js';

/** Memory that the allocator took from the device, for as long as it had it. Times count from the trace's origin. */
export interface SegmentRow {
  readonly address: bigint;
  readonly bytes: number;
  /** NaN where it was there before. */
  readonly startUs: number;
  /** NaN where it was not given back. */
  endUs: number;
  /** As text; null where it is not told. */
  readonly stream: string | null;
  pool: string | null;
}

interface OpenSegment extends SegmentRow {
  /** First address after it. */
  readonly end: bigint;
}

/** What was reserved right after an event of a segment. */
export interface ReservedSample {
  readonly timeUs: number;
  readonly bytes: number;
}

export interface SegmentHistory {
  /** Ordered by begin; those from before are the first. */
  readonly rows: readonly SegmentRow[];
  readonly reserved: readonly ReservedSample[];
  /** Before the first event; below 0 where trace and state do not belong together. */
  readonly startReservedBytes: number;
}

/** Segments that are open, by address. Expandable ones are mapped and unmapped in parts. */
class OpenSegments {
  readonly rows: SegmentRow[] = [];
  readonly #open = new Map<bigint, OpenSegment>();
  readonly #streams: readonly string[];

  constructor(streams: readonly string[]) {
    this.#streams = streams;
  }

  get all(): OpenSegment[] {
    return [...this.#open.values()].sort((a, b) => compare(a.address, b.address));
  }

  take({ address, bytes, timeUs, stream }: SegmentEvent): void {
    this.#add({ address, bytes, startUs: timeUs, stream: this.#streams[stream] ?? null });
  }

  give({ address, bytes, timeUs, stream }: SegmentEvent): void {
    const end = address + BigInt(bytes);
    const whole = this.#open.get(address);
    if (whole !== undefined && whole.end === end) {
      whole.endUs = timeUs;
      this.#open.delete(address);
      return;
    }
    let at = address;
    const touched = [...this.#open.values()]
      .filter((open) => open.address < end && open.end > address)
      .sort((a, b) => compare(a.address, b.address));
    for (const open of touched) {
      if (open.address > at) this.#fromBefore(at, open.address, timeUs, stream);
      this.#cut(open, address, end, timeUs);
      at = open.end < end ? open.end : end;
    }
    if (at < end) this.#fromBefore(at, end, timeUs, stream);
  }

  /** A part of a segment is given back: what is left of it are segments of their own. */
  #cut(open: OpenSegment, from: bigint, to: bigint, timeUs: number): void {
    this.#open.delete(open.address);
    this.rows.splice(this.rows.indexOf(open), 1);
    const { startUs, stream } = open;
    const part = (address: bigint, end: bigint) => {
      if (address >= end) return undefined;
      return this.#add({ address, bytes: Number(end - address), startUs, stream });
    };
    part(open.address, from);
    const given = part(max(open.address, from), open.end < to ? open.end : to);
    part(to, open.end);
    if (given === undefined) return;
    given.endUs = timeUs;
    this.#open.delete(given.address);
  }

  #add(row: Pick<SegmentRow, 'address' | 'bytes' | 'startUs' | 'stream'>): OpenSegment {
    const end = row.address + BigInt(row.bytes);
    const open: OpenSegment = { ...row, end, endUs: Number.NaN, pool: null };
    this.#open.set(row.address, open);
    this.rows.push(open);
    return open;
  }

  #fromBefore(from: bigint, to: bigint, timeUs: number, stream: number): void {
    this.rows.push({
      address: from,
      bytes: Number(to - from),
      startUs: Number.NaN,
      endUs: timeUs,
      stream: this.#streams[stream] ?? null,
      pool: null,
    });
  }
}

function max(a: bigint, b: bigint): bigint {
  return a > b ? a : b;
}

function compare(a: bigint | number, b: bigint | number): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

/**
 * Segments over time: from what the trace says of them, and from the final state for those that it
 * says nothing of.
 */
export function segmentHistory(
  events: readonly SegmentEvent[],
  streams: readonly string[],
  state: DeviceState | undefined,
): SegmentHistory {
  const segments = new OpenSegments(streams);
  let net = 0;
  for (const event of events) {
    if (event.kind === 'take') segments.take(event);
    else segments.give(event);
    net += event.kind === 'take' ? event.bytes : -event.bytes;
  }
  const startReservedBytes = (state?.reservedBytes ?? Math.max(0, net)) - net;
  let bytes = startReservedBytes;
  const reserved = events.map(({ kind, timeUs, bytes: change }) => {
    bytes += kind === 'take' ? change : -change;
    return { timeUs, bytes };
  });
  const before = state === undefined ? [] : fromState(segments.all, state);
  const rows = [...segments.rows, ...before].sort(
    (a, b) => compare(orBefore(a.startUs), orBefore(b.startUs)) || compare(a.address, b.address),
  );
  return { rows, reserved, startReservedBytes };
}

function orBefore(startUs: number): number {
  return Number.isNaN(startUs) ? Number.NEGATIVE_INFINITY : startUs;
}

/** What of the final state no event took; open segments that lie in it get its pool. */
function fromState(open: readonly OpenSegment[], state: DeviceState): SegmentRow[] {
  const rows: SegmentRow[] = [];
  const segments = [...state.segments].sort((a, b) => compare(a.address, b.address));
  let next = 0;
  for (const { address, bytes, pool, ...segment } of segments) {
    const stream = streamText(segment.stream);
    const end = address + BigInt(bytes);
    let at = address;
    const gap = (to: bigint) => {
      if (to <= at) return;
      const none = Number.NaN;
      rows.push({ address: at, bytes: Number(to - at), startUs: none, endUs: none, stream, pool });
    };
    while (next < open.length && open[next].end <= address) next++;
    for (; next < open.length && open[next].address < end; next++) {
      gap(open[next].address);
      open[next].pool = pool;
      at = max(at, open[next].end);
    }
    gap(end);
  }
  return rows;
}
