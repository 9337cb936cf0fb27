/**
 * The kernel's memory: a fixed part (input, bitmaps, what is found of the current event) and behind
 * it a heap that only grows, for columns and texts.
 */

/** Most bytes of input at a time; an event or row that is longer is left to the host. */
export const INPUT_BYTES: u32 = 1 << 18;
/** Fields that can be selected. */
export const MAX_SLOTS: u32 = 64;
/** Rows of a batch. */
export const BATCH_ROWS: u32 = 8192;

const BLOCKS: usize = INPUT_BYTES / 64 + 1;
export const INPUT: usize = 1 << 12;
/** A load of 16 bytes at the last byte stays inside. */
const SPARE: usize = 64;
/** Bitmaps, one bit a byte of input. What they mean is up to who fills them. */
export const MAP_A: usize = INPUT + INPUT_BYTES + SPARE;
export const MAP_B: usize = MAP_A + BLOCKS * 8;
export const MAP_C: usize = MAP_B + BLOCKS * 8;
export const MAP_D: usize = MAP_C + BLOCKS * 8;
/** By slot: kind, start and end of what was found (u32 each). */
export const SLOTS: usize = MAP_D + BLOCKS * 8;
/** By slot: the code that was given last (i32). */
export const LAST_CODES: usize = SLOTS + MAX_SLOTS * 16;
/** By place of a key in its object: the key's bytes, length and slot. */
export const GUESSES: usize = LAST_CODES + MAX_SLOTS * 4;
/** What the host has told of the selection. */
export const PLAN: usize = GUESSES + 64 * 16;
export const PLAN_BYTES: usize = 1 << 16;

let heapEnd: usize = PLAN + PLAN_BYTES;

/** New memory, zeroed; 0 when there is none left. */
export function allocate(bytes: usize): usize {
  const start = heapEnd;
  const end = (start + bytes + 15) & ~15;
  // What reads ahead must not leave the memory.
  const have = <usize>memory.size() << 16;
  if (end + SPARE > have) {
    const pages = ((end + SPARE - have) >> 16) + 16;
    if (memory.grow(<i32>pages) < 0) return 0;
  }
  heapEnd = end;
  return start;
}

let scratchAt: usize = 0;
let scratchBytes: usize = 0;

/** Memory for what the host hands over, valid until the next call; 0 when there is none left. */
export function scratch(bytes: usize): usize {
  if (bytes > scratchBytes) {
    scratchBytes = max<usize>(bytes, scratchBytes * 2);
    scratchAt = allocate(scratchBytes);
    if (scratchAt == 0) scratchBytes = 0;
  }
  return scratchAt;
}

// @ts-expect-error: decorator
@inline
export function byteAt(at: u32): u32 {
  return load<u8>(INPUT + at);
}

// @ts-expect-error: decorator
@inline
export function isSpace(byte: u32): bool {
  return byte == 32 || byte == 10 || byte == 13 || byte == 9;
}

/** Whether all bytes from one place of the input to another are blank. */
// @ts-expect-error: decorator
@inline
export function isBlank(from: u32, to: u32): bool {
  for (let at = from; at < to; at++) if (!isSpace(byteAt(at))) return false;
  return true;
}

export function sameBytes(a: usize, b: usize, length: u32): bool {
  let i: u32 = 0;
  for (; i + 32 <= length; i += 32) {
    const low = v128.xor(v128.load(a + i), v128.load(b + i));
    const high = v128.xor(v128.load(a + i, 16), v128.load(b + i, 16));
    if (v128.any_true(v128.or(low, high))) return false;
  }
  for (; i + 8 <= length; i += 8) if (load<u64>(a + i) != load<u64>(b + i)) return false;
  for (; i < length; i++) if (load<u8>(a + i) != load<u8>(b + i)) return false;
  return true;
}

/** The bits of four comparisons of 16 bytes each, the first byte lowest. */
// @ts-expect-error: decorator
@inline
export function bitsOf(a: v128, b: v128, c: v128, d: v128): u64 {
  return (
    <u64>i8x16.bitmask(a) |
    (<u64>i8x16.bitmask(b) << 16) |
    (<u64>i8x16.bitmask(c) << 32) |
    (<u64>i8x16.bitmask(d) << 48)
  );
}

/** Each bit becomes the parity of itself and all below: inside is 1 between pairs of bits. */
// @ts-expect-error: decorator
@inline
export function parityUpTo(bits: u64): u64 {
  let x = bits;
  x ^= x << 1;
  x ^= x << 2;
  x ^= x << 4;
  x ^= x << 8;
  x ^= x << 16;
  x ^= x << 32;
  return x;
}

function countLong(map: usize, from: u32, to: u32): u32 {
  const first = from >> 6;
  const last = (to - 1) >> 6;
  let n = popcnt(load<u64>(map + (<usize>first << 3)) >> (from & 63));
  for (let block = first + 1; block < last; block++) n += popcnt(load<u64>(map + (<usize>block << 3)));
  n += popcnt(load<u64>(map + (<usize>last << 3)) << (63 - ((to - 1) & 63)));
  return <u32>n;
}

/** How many bits of a map are set from one place to another (at least one byte apart). */
// @ts-expect-error: decorator
@inline
export function count(map: usize, from: u32, to: u32): u32 {
  const inBlock = from & 63;
  const length = to - from;
  if (inBlock + length > 64) return countLong(map, from, to);
  // Shifts are modulo 64: a whole block keeps all its bits.
  const bits = load<u64>(map + (<usize>(from >> 6) << 3)) >> inBlock;
  return <u32>popcnt(bits & (<u64>-1 >> ((64 - length) & 63)));
}
