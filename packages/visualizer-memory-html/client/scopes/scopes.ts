import type { ScopesData } from '../../src/page-data/scope-format.js';
import { column, large } from '../background/decode.js';
import type { Columns } from '../background/messages.js';
import type { Group } from '../data/group.js';
import { type BandRow, bandRows } from './band-rows.js';
import { MarkedTimes } from './marked-times.js';

/** What was outstanding in entries into a scope, over all threads. */
export interface PathSums {
  /** Place in the paths. */
  readonly path: number;
  readonly entries: number;
  /** How many; null where the source tells no thread. */
  readonly threads: number | null;
  readonly p50Bytes: number;
  readonly p95Bytes: number;
  readonly maxBytes: number;
  /** Thread of the entry that needed most; null where the source tells none. */
  readonly maxThread: string | null;
  /** By thread, those with the largest first. */
  readonly byThread: readonly PathThreadSums[];
}

export interface PathThreadSums {
  readonly thread: string | null;
  readonly entries: number;
  readonly maxBytes: number;
  readonly maxNs: number;
  readonly leftBytes: number;
}

/** One entry into a scope. */
export interface Entry {
  readonly path: string;
  readonly thread: string | null;
  readonly startNs: number;
  /** That of the capture where it does not end. */
  readonly endNs: number;
  readonly isOpen: boolean;
  readonly maxBytes: number;
  readonly maxNs: number;
  readonly leftBytes: number;
}

/** The scopes of a group: what the report says of them, and each entry. */
export class Scopes {
  readonly paths: readonly string[];
  readonly sums: readonly PathSums[];
  readonly startNs: Float64Array;
  readonly endNs: Float64Array;
  readonly path: Int32Array | Float64Array;
  readonly #threads: ScopesData['threads'];
  readonly #entries: Columns;
  /** The place of a time on the axis. */
  readonly #at: (ns: number) => number;
  readonly #bands = new Map<string, readonly BandRow[]>();
  readonly #marked = new Map<number, MarkedTimes>();
  /** Where the entries of each thread begin. */
  readonly #first = new Map<string | null, readonly [number, number]>();

  private constructor(
    data: ScopesData,
    columns: readonly Columns[],
    endOf: (ns: number) => number,
    at: (ns: number) => number,
  ) {
    const [byPath, byThread, entries] = columns;
    this.paths = data.paths;
    this.#threads = data.threads;
    this.#entries = entries;
    this.sums = sumsOf(byPath, byThread, data.threads, at);
    this.#at = at;
    const startNs = large(entries, 'startNs');
    this.startNs = startNs.map(at);
    this.path = column(entries, 'path');
    const length = large(entries, 'lengthNs');
    this.endNs = this.startNs.map((start, i) =>
      length[i] === 0 ? Math.max(endOf(start), start) : at(startNs[i] + length[i] - 1),
    );
    const thread = column(entries, 'thread');
    for (let begin = 0; begin < thread.length; ) {
      let end = begin + 1;
      while (end < thread.length && thread[end] === thread[begin]) end++;
      this.#first.set(data.threads[thread[begin]], [begin, end]);
      begin = end;
    }
  }

  static async read(data: ScopesData, group: Group): Promise<Scopes> {
    const packed = [data.byPath, data.byThread, data.entries];
    const columns = await Promise.all(packed.map((each) => group.decodeColumns(each)));
    const endOf = (ns: number) =>
      group.captures.find(({ startNs, endNs }) => startNs <= ns && ns <= endNs)?.endNs ?? ns;
    return new Scopes(data, columns, endOf, group.at);
  }

  entry(place: number): Entry {
    const of = (name: string) => column(this.#entries, name)[place];
    return {
      path: this.paths[this.path[place]],
      thread: this.#threads[of('thread')],
      startNs: this.startNs[place],
      endNs: this.endNs[place],
      isOpen: of('lengthNs') === 0,
      maxBytes: of('maxBytes'),
      maxNs: this.#at(of('startNs') + of('maxAfterNs')),
      leftBytes: of('leftBytes'),
    };
  }

  /** The entries of a thread in rows, the outermost first. */
  bandsOf(thread: string): readonly BandRow[] {
    let rows = this.#bands.get(thread);
    if (rows === undefined) {
      const [begin, end] = this.#first.get(thread) ?? [0, 0];
      rows = bandRows(this.startNs, this.endNs, begin, end);
      this.#bands.set(thread, rows);
    }
    return rows;
  }

  /** When there are entries of a path. */
  markedOf(path: number): MarkedTimes {
    let marked = this.#marked.get(path);
    if (marked === undefined) {
      marked = MarkedTimes.where(this.startNs, this.endNs, (entry) => this.path[entry] === path);
      this.#marked.set(path, marked);
    }
    return marked;
  }

  /** The place of the entry of a path and thread that held most at a time. */
  placeOf(path: number, { thread, maxBytes, maxNs }: PathThreadSums): number {
    const [begin, end] = this.#first.get(thread) ?? [0, 0];
    const bytes = column(this.#entries, 'maxBytes');
    const start = column(this.#entries, 'startNs');
    const after = column(this.#entries, 'maxAfterNs');
    for (let place = begin; place < end; place++) {
      if (this.path[place] !== path || bytes[place] !== maxBytes) continue;
      if (this.#at(start[place] + after[place]) === maxNs) return place;
    }
    return -1;
  }
}

function sumsOf(
  byPath: Columns,
  byThread: Columns,
  threads: ScopesData['threads'],
  at: (ns: number) => number,
): PathSums[] {
  const path = column(byThread, 'path');
  const ofPath = new Map<number, PathThreadSums[]>();
  path.forEach((each, i) => {
    const list = ofPath.get(each) ?? [];
    ofPath.set(each, list);
    const of = (name: string) => column(byThread, name)[i];
    list.push({
      thread: threads[of('thread')],
      entries: of('entries'),
      maxBytes: of('maxBytes'),
      maxNs: at(of('maxNs')),
      leftBytes: of('leftBytes'),
    });
  });
  return [...column(byPath, 'path')].map((each, i) => {
    const of = (name: string) => column(byPath, name)[i];
    return {
      path: each,
      entries: of('entries'),
      threads: of('threads') || null,
      p50Bytes: of('p50Bytes'),
      p95Bytes: of('p95Bytes'),
      maxBytes: of('maxBytes'),
      maxThread: threads[of('maxThread')],
      byThread: ofPath.get(each) ?? [],
    };
  });
}
