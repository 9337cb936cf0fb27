import type { TableFailure, TableRow, TableSegment } from './tables.js';

const KIB = 1024;
const MIB = 1024 * KIB;
const ROUND = 512;
const SMALL = MIB;
const SMALL_SEGMENT = 2 * MIB;
const LARGE_SEGMENT = 20 * MIB;

export interface AllocatorRun {
  readonly rows: readonly TableRow[];
  readonly segments: readonly TableSegment[];
  readonly failures: readonly TableFailure[];
  /** After each event, what the allocator's own books say. */
  readonly truth: readonly Books[];
  readonly endNs: number;
}

/** What an allocator has, bytes. */
export interface Books {
  readonly atNs: number;
  readonly allocated: number;
  readonly rounding: number;
  readonly pending: number;
  readonly free: number;
  readonly largestFree: number;
}

export interface AllocatorRequest {
  readonly blocks: number;
  /** What the device has. */
  readonly limitBytes: number;
  readonly seed?: number;
  /** Between events; 0 for times that count them. */
  readonly stepNs?: number;
  /** How many blocks are alive at once, about. */
  readonly alive?: number;
  /** Whether segments grow in parts. */
  readonly isExpandable?: boolean;
  /** Whether the books are kept after each event, which takes time. */
  readonly isChecked?: boolean;
}

interface Segment {
  row: { -readonly [K in keyof TableSegment]: TableSegment[K] };
  readonly parts: Segment['row'][];
  /** By offset, tiling it. */
  blocks: Block[];
}

interface Block {
  readonly segment: Segment;
  offset: number;
  bytes: number;
  /** Undefined for what is free. */
  row?: Row;
  isPending: boolean;
}

type Row = { -readonly [K in keyof TableRow]: TableRow[K] };

/** A caching allocator such as PyTorch's: pools of segments whose blocks are split and put together. */
class CachingAllocator {
  readonly rows: Row[] = [];
  readonly segments: Segment['row'][] = [];
  readonly failures: TableFailure[] = [];
  readonly truth: Books[] = [];
  readonly live: Block[] = [];
  now = 0;
  seq = 0;
  #reserved = 0;
  #next = 0x7f00_0000_0000n;
  readonly #pools = new Map<string, Segment[]>();
  readonly #request: AllocatorRequest;

  constructor(request: AllocatorRequest) {
    this.#request = request;
  }

  allocate(name: string, stack: string, bytes: number, stream: string): void {
    const rounded = Math.ceil(bytes / ROUND) * ROUND;
    const pool = bytes <= SMALL ? 'small' : 'large';
    const found = this.#find(pool, stream, rounded) ?? this.#grow(pool, stream, rounded);
    if (found === undefined) {
      this.#tick();
      this.failures.push({ atNs: this.now, seq: this.seq, requestedBytes: bytes });
      this.#note();
      return;
    }
    const { segment } = found;
    const rest = found.bytes - rounded;
    if (rest >= ROUND) {
      const at = segment.blocks.indexOf(found) + 1;
      const free = { segment, offset: found.offset + rounded, bytes: rest, isPending: false };
      segment.blocks.splice(at, 0, free);
      found.bytes = rounded;
    }
    this.#tick();
    found.row = {
      ...{ name, stack, bytes, stream, heldNs: null },
      startNs: this.now,
      address: segment.row.address + BigInt(found.offset),
      blockBytes: found.bytes,
      seq: [this.seq, null],
    };
    this.rows.push(found.row);
    this.live.push(found);
    this.#note();
  }

  /** The program gives it back; another stream still uses it. */
  request(block: Block): void {
    if (block.row === undefined) return;
    this.#tick();
    block.isPending = true;
    block.row.requestedNs = this.now - block.row.startNs;
    this.#note();
  }

  release(block: Block): void {
    const { row, segment } = block;
    if (row?.seq === undefined) return;
    this.#tick();
    row.heldNs = this.now - row.startNs;
    row.seq = [row.seq[0], this.seq];
    delete block.row;
    block.isPending = false;
    this.live.splice(this.live.indexOf(block), 1);
    const at = segment.blocks.indexOf(block);
    for (const neighbour of [segment.blocks[at + 1], segment.blocks[at - 1]]) {
      if (neighbour === undefined || neighbour.row !== undefined) continue;
      block.offset = Math.min(block.offset, neighbour.offset);
      block.bytes += neighbour.bytes;
      segment.blocks.splice(segment.blocks.indexOf(neighbour), 1);
    }
    this.#note();
  }

  /** Segments without a block go back to the device. */
  empty(): void {
    for (const [key, list] of this.#pools) {
      const kept = list.filter(({ blocks }) => blocks.some(({ row }) => row !== undefined));
      for (const segment of list) {
        if (kept.includes(segment)) continue;
        this.#pools.set(key, this.#pools.get(key)?.filter((other) => other !== segment) ?? []);
        for (const part of segment.parts) {
          this.#tick();
          part.endNs = this.now;
          this.#reserved -= part.bytes;
          const last = segment.blocks[segment.blocks.length - 1];
          last.offset += part.bytes;
          last.bytes -= part.bytes;
          this.#note(segment);
        }
      }
    }
  }

  #find(pool: string, stream: string, bytes: number): Block | undefined {
    let best: Block | undefined;
    for (const { blocks } of this.#pools.get(`${stream} ${pool}`) ?? []) {
      for (const block of blocks) {
        if (block.row !== undefined || block.bytes < bytes) continue;
        if (best === undefined || block.bytes < best.bytes) best = block;
      }
    }
    return best;
  }

  #grow(pool: string, stream: string, bytes: number): Block | undefined {
    const least = pool === 'small' ? SMALL_SEGMENT : LARGE_SEGMENT;
    const size = Math.max(least, Math.ceil(bytes / SMALL_SEGMENT) * SMALL_SEGMENT);
    if (this.#reserved + size > this.#request.limitBytes) this.empty();
    if (this.#reserved + size > this.#request.limitBytes) return undefined;
    this.#reserved += size;
    this.#tick();
    const list = this.#pools.get(`${stream} ${pool}`) ?? [];
    this.#pools.set(`${stream} ${pool}`, list);
    const [grown] = this.#request.isExpandable ? list : [];
    if (grown !== undefined) return this.#extend(grown, size);
    const row = { address: this.#next, bytes: size, startNs: this.now, endNs: null, stream, pool };
    this.#next += BigInt(this.#request.isExpandable ? 2 ** 40 : size + SMALL_SEGMENT);
    const segment: Segment = { row, parts: [row], blocks: [] };
    segment.blocks.push({ segment, offset: 0, bytes: size, isPending: false });
    this.segments.push(row);
    list.push(segment);
    this.#note();
    return segment.blocks[0];
  }

  /** Maps more of the addresses of a segment. */
  #extend(segment: Segment, size: number): Block {
    const { row, parts, blocks } = segment;
    const end = parts.reduce((sum, part) => sum + part.bytes, 0);
    const part = { ...row, address: row.address + BigInt(end), bytes: size };
    part.startNs = this.now;
    this.segments.push(part);
    parts.push(part);
    let last = blocks[blocks.length - 1];
    if (last.row === undefined) last.bytes += size;
    else {
      last = { segment, offset: end, bytes: size, isPending: false };
      blocks.push(last);
    }
    this.#note();
    return last;
  }

  #tick(): void {
    this.seq++;
    this.now += this.#request.stepNs ?? 1000;
  }

  /** @param leaving a segment that is being given back part by part */
  #note(leaving?: Segment): void {
    if (!this.#request.isChecked) return;
    const books = { allocated: 0, rounding: 0, pending: 0, free: 0, largestFree: 0 };
    const all = [...this.#pools.values()].flat();
    for (const { blocks } of leaving === undefined ? all : [...all, leaving]) {
      for (const { row, bytes, isPending } of blocks) {
        if (row === undefined) {
          books.free += bytes;
          books.largestFree = Math.max(books.largestFree, bytes);
          continue;
        }
        books.rounding += bytes - row.bytes;
        if (isPending) books.pending += row.bytes;
        else books.allocated += row.bytes;
      }
    }
    this.truth.push({ atNs: this.now, ...books });
  }
}

const NAMES = ['aten::mm', 'aten::empty', 'aten::cat', 'aten::_softmax', 'aten::add'];

/** A run in which blocks of many sizes come and go, some of them used by another stream for a while. */
export function allocatorRun(request: AllocatorRequest): AllocatorRun {
  const allocator = new CachingAllocator(request);
  const random = randomOf(request.seed ?? 1);
  const { alive = 200 } = request;
  const waiting: Block[] = [];
  for (let i = 0; i < request.blocks; i++) {
    const name = NAMES[Math.floor(random() * NAMES.length)];
    const stack = `model.py(${Math.floor(random() * 40)}): forward;\r\ntrain.py(7): main`;
    const bytes = Math.ceil(random() < 0.7 ? random() ** 2 * MIB : MIB + random() ** 4 * 60 * MIB);
    allocator.allocate(name, stack, bytes, random() < 0.85 ? '0' : '7');
    while (allocator.live.length > 0 && random() < allocator.live.length / (2 * alive)) {
      const block = allocator.live[Math.floor(random() * allocator.live.length)];
      if (block.isPending) continue;
      if (random() < 0.1) {
        allocator.request(block);
        waiting.push(block);
      } else allocator.release(block);
    }
    while (waiting.length > 3) allocator.release(waiting.shift() as Block);
  }
  const { rows, segments, failures, truth, now } = allocator;
  return { rows, segments, failures, truth, endNs: now + 1000 };
}

/** Numbers from 0 to 1, the same ones for a seed. */
function randomOf(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}
