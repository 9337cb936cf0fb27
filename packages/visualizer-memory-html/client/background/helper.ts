import { buildLanes } from '../lanes/build-lanes.js';
import type { LaneSource } from '../lanes/lane.js';
import { column, decodeColumns, decodeLine, large } from './decode.js';
import type { Answers, BuiltLanes, Columns, DecodedFile, Request } from './messages.js';

/** Does the page's long work, in a thread of its own where the browser has one for it. */
export class Helper {
  #source: LaneSource | undefined;
  #captureEnds: readonly number[] = [];

  async answer(request: Request): Promise<Answers[Request['kind']]> {
    switch (request.kind) {
      case 'open':
        this.#captureEnds = request.captureEnds;
        this.#source = laneSource(request.rows);
        return undefined;
      case 'file':
        return this.#file(request);
      case 'lines':
        return Promise.all(request.lines.map(decodeLine));
      case 'columns':
        return decodeColumns(request.packed);
      case 'times':
        this.#opened.startNs.set(request.startNs);
        this.#opened.endNs.set(request.endNs);
        return undefined;
      case 'lanes':
        return this.#lanes();
    }
  }

  async #file(request: Extract<Request, { kind: 'file' }>): Promise<DecodedFile> {
    const [allocations, releases, ...lines] = await Promise.all([
      decodeColumns(request.allocations),
      request.releases === undefined ? undefined : decodeColumns(request.releases),
      ...request.lines.map(decodeLine),
    ]);
    const withEnds = { ...allocations, end: this.#ends(allocations) };
    this.#keep(withEnds);
    return { allocations: withEnds, releases, lines };
  }

  #ends(columns: Columns): Float64Array {
    const start = large(columns, 'start');
    const held = large(columns, 'held');
    const open = column(columns, 'open');
    const capture = column(columns, 'capture');
    return start.map((begin, i) => {
      if (open[i] === 0) return begin + held[i];
      return Math.max(this.#captureEnds[capture[i]] ?? begin, begin);
    });
  }

  #keep(columns: Columns): void {
    const source = this.#opened;
    const index = column(columns, 'index');
    const start = large(columns, 'start');
    const end = large(columns, 'end');
    const bytes = large(columns, 'bytes');
    const name = column(columns, 'name');
    for (let i = 0; i < index.length; i++) {
      const row = index[i];
      source.startNs[row] = start[i];
      source.endNs[row] = end[i];
      source.bytes[row] = bytes[i];
      source.name[row] = name[i];
      source.isLoaded[row] = 1;
    }
  }

  #lanes(): BuiltLanes {
    const source = this.#opened;
    const { isLoaded } = source;
    let count = 0;
    for (let row = 0; row < isLoaded.length; row++) count += isLoaded[row];
    const starts = new Float64Array(count);
    const ends = new Float64Array(count);
    for (let row = 0, at = 0; row < isLoaded.length; row++) {
      if (isLoaded[row] === 0) continue;
      starts[at] = source.startNs[row];
      ends[at++] = source.endNs[row];
    }
    return { lanes: buildLanes(source), starts: sorted(starts), ends: ends.sort() };
  }

  get #opened(): LaneSource {
    if (this.#source === undefined) throw new Error('nothing was opened');
    return this.#source;
  }
}

function laneSource(rows: number): LaneSource {
  return {
    startNs: new Float64Array(rows),
    endNs: new Float64Array(rows),
    bytes: new Float64Array(rows),
    name: new Int32Array(rows),
    isLoaded: new Uint8Array(rows),
  };
}

/** Begins are mostly in order: blocks from before a capture are not. */
function sorted(values: Float64Array): Float64Array {
  for (let i = 1; i < values.length; i++) if (values[i] < values[i - 1]) return values.sort();
  return values;
}
