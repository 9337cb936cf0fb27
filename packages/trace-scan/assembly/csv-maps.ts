/** Where commas and line ends of CSV are, found for 64 bytes at a time. */
import { bitsOf, INPUT, MAP_A } from './memory';

/** Commas and line ends. */
const SEPARATORS: usize = MAP_A;
const AHEAD: u32 = 128;

let end: u32 = 0;
let start: u32 = 0;
let blocks: u32 = 0;
let mapped: u32 = 0;
let block: u32 = 0;
let word: u64 = 0;
/** Place of the separator that was read last. */
export let at: u32 = 0;
/** The first quote since {@link begin}: from there on commas may be text. */
export let quoteAt: u32 = u32.MAX_VALUE;

export function begin(from: u32, to: u32): void {
  start = from;
  end = to;
  block = (from >> 6) - 1;
  mapped = from >> 6;
  blocks = (to + 63) >> 6;
  word = 0;
  quoteAt = u32.MAX_VALUE;
}

function mapMore(): void {
  const quote = i8x16.splat(34);
  const comma = i8x16.splat(44);
  const newline = i8x16.splat(10);
  const until = min(blocks, mapped + AHEAD);
  for (let n = mapped; n < until; n++) {
    const p = INPUT + (<usize>n << 6);
    const v0 = v128.load(p);
    const v1 = v128.load(p, 16);
    const v2 = v128.load(p, 32);
    const v3 = v128.load(p, 48);
    let separators = bitsOf(
      v128.or(i8x16.eq(v0, comma), i8x16.eq(v0, newline)),
      v128.or(i8x16.eq(v1, comma), i8x16.eq(v1, newline)),
      v128.or(i8x16.eq(v2, comma), i8x16.eq(v2, newline)),
      v128.or(i8x16.eq(v3, comma), i8x16.eq(v3, newline)),
    );
    const first = n << 6;
    let wanted: u64 = -1;
    if (first < start) wanted <<= start - first;
    if (end - first < 64) wanted &= (<u64>1 << (end - first)) - 1;
    store<u64>(SEPARATORS + (<usize>n << 3), separators & wanted);
    if (quoteAt != u32.MAX_VALUE) continue;
    const quotes =
      bitsOf(i8x16.eq(v0, quote), i8x16.eq(v1, quote), i8x16.eq(v2, quote), i8x16.eq(v3, quote)) & wanted;
    if (quotes != 0) quoteAt = first + <u32>ctz(quotes);
  }
  mapped = until;
}

/** Goes to the next separator; false when there is none before the end. */
// @ts-ignore: decorator
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
    word = load<u64>(SEPARATORS + (<usize>block << 3));
  }
  at = (block << 6) + <u32>ctz(word);
  word &= word - 1;
  return true;
}
