import { type AllocatorState, firstAfter } from '@rl-insight/memory-model';
import { StackedRows } from '../view/stacked-rows.js';
import { lengthOn, placeOn, type SegmentOrder, segmentsByPool, type Tape, tapeOf } from './tape.js';

/** Height of a line of segments, and with what is left free below it. */
export const BAR_PX = 14;
export const LINE_PX = 19;
/** Above and below the lines of a pool. */
export const PAD_PX = 5;
/** Room for the name of a pool and what it adds up to. */
const LEAST_POOL_PX = 40;

/** Where all segments of a state stand in the picture. */
export class SegmentMap {
  readonly state: AllocatorState;
  readonly width: number;
  readonly bytesPerPx: number;
  /** By pool of the state. */
  readonly tapes: readonly Tape[];
  readonly rows: StackedRows;

  constructor(state: AllocatorState, order: SegmentOrder, width: number, bytesPerPx: number) {
    this.state = state;
    this.width = Math.max(1, Math.floor(width));
    this.bytesPerPx = bytesPerPx;
    const { bytes } = state.segments;
    this.tapes = segmentsByPool(state, order).map((segments) =>
      tapeOf(segments, bytes, bytesPerPx, this.width),
    );
    this.rows = new StackedRows(
      this.tapes.map(({ lines }) => Math.max(LEAST_POOL_PX, 2 * PAD_PX + lines * LINE_PX)),
    );
  }

  /** Where a line of a pool begins, px from the top of the first pool. */
  lineTop(pool: number, line: number): number {
    return this.rows.tops[pool] + PAD_PX + line * LINE_PX;
  }

  /** The span at a point; where several are in its pixel, the largest. −1 where there is none. */
  spanAt(x: number, y: number): number {
    const pool = this.rows.at(y);
    if (pool < 0 || x < 0 || x >= this.width) return -1;
    const line = Math.floor((y - this.rows.tops[pool] - PAD_PX) / LINE_PX);
    const tape = this.tapes[pool];
    if (line < 0 || line >= tape.lines || y - this.lineTop(pool, line) > BAR_PX) return -1;
    const found = placeOn(tape, line * this.width + x);
    if (found === undefined) return -1;
    const { segments, spans } = this.state;
    const segment = tape.segments[found.place];
    const perPx = segments.bytes[segment] / lengthOn(tape, found.place);
    const first = segments.firstSpan[segment];
    const end = segments.firstSpan[segment + 1];
    const from = segments.position[segment] + found.share * segments.bytes[segment];
    let best = firstAfter(spans.position, from, first, end) - 1;
    const toPosition = from + Math.min(1, this.width - x) * perPx;
    for (let span = best + 1; span < end && spans.position[span] < toPosition; span++) {
      if (spans.bytes[span] > spans.bytes[best]) best = span;
    }
    return best;
  }

  /** Where on its tape a point is, as a share of all of it; undefined outside of the pools. */
  tapeAt(x: number, y: number): { readonly pool: number; readonly share: number } | undefined {
    const pool = this.rows.at(y);
    if (pool < 0) return undefined;
    const { lines } = this.tapes[pool];
    const line = Math.floor((y - this.rows.tops[pool] - PAD_PX) / LINE_PX);
    const at = Math.min(lines - 1, Math.max(0, line)) * this.width + x;
    return { pool, share: at / this.#lengthOf(pool) };
  }

  /** The height of a place of {@link tapeAt}. */
  heightOf({ pool, share }: { readonly pool: number; readonly share: number }): number {
    const line = Math.floor((share * this.#lengthOf(pool)) / this.width);
    return this.lineTop(pool, line) + LINE_PX / 2;
  }

  #lengthOf(pool: number): number {
    const { starts } = this.tapes[pool];
    return Math.max(1, starts[starts.length - 1]);
  }

  /** The stretches of lines that a part of a segment takes: pool, line, from and to, px. */
  *stretches(
    position: number,
    bytes: number,
  ): Generator<readonly [number, number, number, number]> {
    const { segments } = this.state;
    const segment = firstAfter(segments.position, position) - 1;
    if (segment < 0) return;
    const pool = segments.pool[segment];
    const tape = this.tapes[pool];
    const place = tape.segments.indexOf(segment);
    const perByte = lengthOn(tape, place) / segments.bytes[segment];
    const from = tape.starts[place] + (position - segments.position[segment]) * perByte;
    const to = from + Math.max(1, bytes * perByte);
    for (let line = Math.floor(from / this.width); line * this.width < to; line++) {
      const left = line * this.width;
      yield [pool, line, Math.max(0, from - left), Math.min(this.width, to - left)];
    }
  }

  /**
   * The least bytes a pixel with which all of a state is seen at once in a height. Where there are more
   * pools than that has room for, each has one line: with more bytes a pixel nothing would be won.
   */
  static fit(state: AllocatorState, width: number, height: number): number {
    let low = 0;
    let high = 60;
    // By powers of two in steps of an eighth.
    while (high - low > 1 / 8) {
      const middle = (low + high) / 2;
      const map = new SegmentMap(state, 'address', width, 2 ** middle);
      const isShort = map.rows.height <= height || map.tapes.every(({ lines }) => lines <= 1);
      if (isShort) high = middle;
      else low = middle;
    }
    return 2 ** high;
  }
}
