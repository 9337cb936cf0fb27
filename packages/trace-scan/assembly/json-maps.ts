/**
 * Where the structure of JSON is, found for 64 bytes at a time: brackets, colons and commas outside
 * of strings, and the quotes that bound the strings (the method of simdjson's first stage).
 */
import { bitsOf, INPUT, MAP_A, MAP_B, MAP_C, MAP_D, parityUpTo } from './memory';

/** `{ } [ ] : ,` outside of strings. */
export const STRUCTURE: usize = MAP_A;
/** `{ } [ ]` outside of strings. */
export const NESTING: usize = MAP_B;
/** Quotes that are not escaped. */
export const QUOTES: usize = MAP_C;
export const BACKSLASHES: usize = MAP_D;

/** Blocks that are mapped at a time: their maps and bytes stay in the nearest cache. */
const AHEAD: u32 = 128;
const ODD_BITS: u64 = 0xaaaaaaaaaaaaaaaa;

let start: u32 = 0;
let end: u32 = 0;
let blocks: u32 = 0;
let mapped: u32 = 0;
let escapedBefore: u64 = 0;
let inStringBefore: u64 = 0;

/** The block that is being read, and its structure that has not been read yet. */
export let block: u32 = 0;
export let word: u64 = 0;
/** Place of the structural byte that was read last. */
export let at: u32 = 0;

/**
 * The first backslash outside of any string, where JSON has none; −1 as u32 when none was seen.
 * What is mapped beyond it may take a quote for escaped that is not.
 */
export let strayAt: u32 = u32.MAX_VALUE;

/** Begins to read at a place outside of any string. */
export function begin(from: u32, to: u32): void {
  start = from;
  end = to;
  block = (from >> 6) - 1;
  mapped = from >> 6;
  blocks = (to + 63) >> 6;
  word = 0;
  escapedBefore = 0;
  inStringBefore = 0;
  strayAt = u32.MAX_VALUE;
}

/** Goes back to a place that was read before, with the block and word of that time. */
// @ts-expect-error: decorator
@inline
export function goTo(toBlock: u32, toWord: u64, toAt: u32): void {
  block = toBlock;
  word = toWord;
  at = toAt;
}

function mapMore(): void {
  const quote = i8x16.splat(34);
  const backslash = i8x16.splat(92);
  // With bit 5 set, `[` is `{` and `]` is `}`; the low four bits then tell all that is looked for.
  const fold = i8x16.splat(0x20);
  const low = i8x16.splat(15);
  const byLow = i8x16(0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0x3a, 0x7b, 0x2c, 0x7d, 0, 0);
  const foldMore = i8x16.splat(0x26);
  const brace = i8x16.splat(0x7f);
  const until = min(blocks, mapped + AHEAD);
  for (let n = mapped; n < until; n++) {
    const p = INPUT + (<usize>n << 6);
    const v0 = v128.load(p);
    const v1 = v128.load(p, 16);
    const v2 = v128.load(p, 32);
    const v3 = v128.load(p, 48);
    let quotes = bitsOf(i8x16.eq(v0, quote), i8x16.eq(v1, quote), i8x16.eq(v2, quote), i8x16.eq(v3, quote));
    let backslashes = bitsOf(
      i8x16.eq(v0, backslash),
      i8x16.eq(v1, backslash),
      i8x16.eq(v2, backslash),
      i8x16.eq(v3, backslash),
    );
    let structure = bitsOf(
      i8x16.eq(v128.or(v0, fold), i8x16.swizzle(byLow, v128.and(v0, low))),
      i8x16.eq(v128.or(v1, fold), i8x16.swizzle(byLow, v128.and(v1, low))),
      i8x16.eq(v128.or(v2, fold), i8x16.swizzle(byLow, v128.and(v2, low))),
      i8x16.eq(v128.or(v3, fold), i8x16.swizzle(byLow, v128.and(v3, low))),
    );
    const braces = bitsOf(
      i8x16.eq(v128.or(v0, foldMore), brace),
      i8x16.eq(v128.or(v1, foldMore), brace),
      i8x16.eq(v128.or(v2, foldMore), brace),
      i8x16.eq(v128.or(v3, foldMore), brace),
    );
    const first = n << 6;
    if (first < start) {
      const wanted = <u64>-1 << (start - first);
      quotes &= wanted;
      backslashes &= wanted;
    }
    // A backslash escapes what follows it unless it is escaped itself: runs of odd length do.
    let escaped = escapedBefore;
    if (backslashes == 0) escapedBefore = 0;
    else {
      const potential = backslashes & ~escapedBefore;
      const ends = (((potential << 1) | ODD_BITS) - potential) ^ ODD_BITS;
      escaped = ends ^ (backslashes | escapedBefore);
      escapedBefore = (ends & backslashes) >> 63;
    }
    quotes &= ~escaped;
    const inString = parityUpTo(quotes) ^ inStringBefore;
    inStringBefore = <u64>(<i64>inString >> 63);
    let outside = ~inString;
    if (end - first < 64) outside &= (<u64>1 << (end - first)) - 1;
    if (first < start) outside &= <u64>-1 << (start - first);
    structure &= outside;
    const stray = backslashes & outside;
    if (stray != 0 && strayAt == u32.MAX_VALUE) strayAt = first + <u32>ctz(stray);
    const offset = <usize>n << 3;
    store<u64>(STRUCTURE + offset, structure);
    store<u64>(NESTING + offset, structure & braces);
    store<u64>(QUOTES + offset, quotes);
    store<u64>(BACKSLASHES + offset, backslashes);
  }
  mapped = until;
}

/** Goes to the next structural byte; false when there is none before the end. */
// @ts-expect-error: decorator
@inline
export function next(): bool {
  while (word == 0) {
    if (++block >= mapped) {
      if (mapped >= blocks) {
        block = mapped;
        return false;
      }
      mapMore();
    }
    word = load<u64>(STRUCTURE + (<usize>block << 3));
  }
  at = (block << 6) + <u32>ctz(word);
  word &= word - 1;
  return true;
}

/** Passes over all after {@link at} until `depth` is closed; false when the end comes first. */
export function skipOut(depth: u32): bool {
  let open = depth;
  let nesting = load<u64>(NESTING + (<usize>block << 3)) & (<u64>-2 << (at & 63));
  for (;;) {
    while (nesting != 0) {
      const bit = ctz(nesting);
      const place = (block << 6) + <u32>bit;
      nesting &= nesting - 1;
      if ((load<u8>(INPUT + place) | 0x20) == 0x7b) open++;
      else if (--open == 0) {
        at = place;
        word = load<u64>(STRUCTURE + (<usize>block << 3)) & (<u64>-2 << bit);
        return true;
      }
    }
    if (++block >= mapped) {
      if (mapped >= blocks) {
        block = mapped;
        word = 0;
        return false;
      }
      mapMore();
    }
    nesting = load<u64>(NESTING + (<usize>block << 3));
  }
  return false;
}
