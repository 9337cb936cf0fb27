import { firstAfter, SPAN, SPAN_KINDS } from '@rl-insight/memory-model';
import { mixedPixel, PixelCanvas, pixelOf } from '../dom/pixel-canvas.js';
import type { Theme } from '../style/theme.js';
import { BAR_PX, LINE_PX, type SegmentMap } from './segment-map.js';
import { lengthOn, type Tape } from './tape.js';

/** A kind of its own: blocks that are not looked for. */
const DIMMED = SPAN_KINDS.length;
const KINDS = SPAN_KINDS.length + 1;
/** Blocks at least this wide have an edge. */
const EDGED_PX = 5;
/** From this share on a pixel has the mark of a kind, so that it is not told by its colour alone. */
const MARKED_SHARE = 0.5;
const STRIPE_PX = 4;

/** Draws segments line by line: each pixel has the colours of what lies in it, by their shares. */
export class SegmentPainter {
  readonly #pixels = new PixelCanvas();
  #shares = new Float32Array(0);
  #edges = new Uint8Array(0);
  /** Whether a block, by its place in the history, is not looked for. */
  isDimmed: ((block: number) => boolean) | undefined;
  #inks: { readonly theme: Theme; readonly kinds: readonly number[] } | undefined;

  /** Draws what lies between two heights. */
  paint(
    context: CanvasRenderingContext2D,
    map: SegmentMap,
    left: number,
    top: number,
    height: number,
    theme: Theme,
  ): void {
    const ground = pixelOf(theme.ground);
    this.#pixels.begin(map.width, height, ground);
    if (this.#edges.length !== map.width) {
      this.#shares = new Float32Array(map.width * KINDS);
      this.#edges = new Uint8Array(map.width);
    }
    if (this.#inks?.theme !== theme) {
      const { spanAllocated, spanRounding, spanPending, spanFree, dimmedBlocks } = theme;
      const colours = [spanAllocated, spanRounding, spanPending, spanFree, dimmedBlocks];
      this.#inks = { theme, kinds: colours.map(pixelOf) };
    }
    const [first, end] = map.rows.between(top, top + height);
    for (let pool = first; pool < end; pool++) {
      const tape = map.tapes[pool];
      const above = Math.floor((top - map.lineTop(pool, 0)) / LINE_PX);
      for (let line = Math.max(0, above); line < tape.lines; line++) {
        const y = map.lineTop(pool, line) - top;
        if (y > height) break;
        this.#gather(map, tape, line);
        this.#line(map.width, y, theme);
        this.#begins(tape, line, map.width, y, theme);
      }
    }
    this.#pixels.putOn(context, left, 0);
  }

  /** Adds up what lies in each pixel of a line. */
  #gather({ state, width }: SegmentMap, tape: Tape, line: number): void {
    const shares = this.#shares.fill(0);
    const edges = this.#edges.fill(0);
    const { segments, spans } = state;
    const from = line * width;
    const { starts } = tape;
    for (
      let place = Math.max(0, firstAfter(starts, from) - 1);
      place < tape.segments.length;
      place++
    ) {
      if (starts[place] >= from + width) break;
      const segment = tape.segments[place];
      const perByte = lengthOn(tape, place) / segments.bytes[segment];
      const base = starts[place] - from - segments.position[segment] * perByte;
      // What is free is an empty box, also where it is the last.
      const last = Math.ceil(starts[place] + lengthOn(tape, place) - from) - 1;
      if (last >= 0 && last < width && lengthOn(tape, place) >= EDGED_PX) edges[last] = 1;
      const begin = segments.firstSpan[segment];
      const end = segments.firstSpan[segment + 1];
      let span = Math.max(begin, firstAfter(spans.position, -base / perByte, begin, end) - 1);
      for (; span < end; span++) {
        const x = base + spans.position[span] * perByte;
        if (x >= width) break;
        const to = Math.min(width, x + spans.bytes[span] * perByte);
        const start = Math.max(0, x);
        if (to <= start) continue;
        const block = spans.block[span];
        const isDimmed = block >= 0 && this.isDimmed?.(block) === true;
        addShares(shares, isDimmed ? DIMMED : spans.kind[span], start, to);
        if (x >= 0 && to - x >= EDGED_PX && spans.kind[span] !== SPAN.free)
          edges[Math.floor(x)] = 1;
      }
    }
  }

  /** Draws runs of pixels of one colour. */
  #line(width: number, y: number, theme: Theme): void {
    const ground = pixelOf(theme.ground);
    const outline = pixelOf(theme.spanOutline);
    let begin = 0;
    let before = -1;
    let beforeMark = -1;
    const flush = (x: number) => {
      if (before >= 0 && x > begin) this.#run(begin, x - begin, y, before, beforeMark, outline);
      begin = x;
    };
    for (let x = 0; x < width; x++) {
      const { pixel, mark } = this.#pixelAt(x, ground);
      if (pixel === before && mark === beforeMark) continue;
      flush(x);
      before = pixel;
      beforeMark = mark;
    }
    flush(width);
    for (let x = 0; x < width; x++) {
      if (this.#edges[x] === 1) this.#pixels.fill(x, y, 1, BAR_PX, outline);
    }
  }

  #run(x: number, width: number, y: number, pixel: number, mark: number, outline: number): void {
    this.#pixels.fill(x, y, width, BAR_PX, pixel);
    // What is free is an empty box, whatever its colour.
    this.#pixels.fill(x, y, width, 1, outline);
    this.#pixels.fill(x, y + BAR_PX - 1, width, 1, outline);
    if (mark === SPAN.rounding) this.#pixels.hatch(x, y, width, BAR_PX, outline);
    if (mark !== SPAN.pending) return;
    for (let at = STRIPE_PX; at < BAR_PX - 1; at += STRIPE_PX) {
      this.#pixels.fill(x, y + at, width, 1, outline);
    }
  }

  /** −1 where there is no segment. */
  #pixelAt(x: number, ground: number): { readonly pixel: number; readonly mark: number } {
    const at = x * KINDS;
    let all = 0;
    for (let kind = 0; kind < KINDS; kind++) all += this.#shares[at + kind];
    if (all === 0) return { pixel: -1, mark: -1 };
    const inks = this.#inks?.kinds ?? [];
    let pixel = ground;
    let mark = -1;
    let mixed = 0;
    for (let kind = 0; kind < KINDS; kind++) {
      const share = this.#shares[at + kind];
      if (share === 0) continue;
      if (share / all > MARKED_SHARE) mark = kind;
      mixed += share;
      pixel = mixedPixel(inks[kind], pixel, share / mixed);
    }
    return { pixel, mark };
  }

  /** Marks where segments begin. */
  #begins({ starts, segments }: Tape, line: number, width: number, y: number, theme: Theme): void {
    const from = line * width;
    const ink = pixelOf(theme.mutedText);
    let before = Number.NEGATIVE_INFINITY;
    for (let place = firstAfter(starts, from - 1); place < segments.length; place++) {
      const x = Math.floor(starts[place] - from);
      if (x >= width) return;
      // Where they stand side by side, a mark for each would be all that is seen.
      if (x - before > 2 * EDGED_PX) this.#pixels.fill(x, y - 2, 1, BAR_PX + 4, ink);
      before = x;
    }
  }
}

function addShares(shares: Float32Array, kind: number, from: number, to: number): void {
  const first = Math.floor(from);
  const last = Math.ceil(to) - 1;
  if (first >= last) {
    shares[first * KINDS + kind] += to - from;
    return;
  }
  shares[first * KINDS + kind] += first + 1 - from;
  for (let x = first + 1; x < last; x++) shares[x * KINDS + kind] += 1;
  shares[last * KINDS + kind] += to - last;
}
