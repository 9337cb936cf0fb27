/** Equal bytes get equal codes. The bytes of each text are kept once; the host decodes them. */
import { allocate, LAST_CODES, sameBytes } from './memory';

/** An entry: address, length, hash, whether it may hold escapes (u32 each). */
const ENTRY_BYTES: usize = 16;
const ARENA_BYTES: usize = 1 << 18;

let entries: usize = 0;
let capacity: u32 = 0;
/** Codes + 1 by hash; open addressing. */
let table: usize = 0;
let tableMask: u32 = 0;
let arena: usize = 0;
let arenaLimit: usize = 0;
let size: u32 = 0;

/** Address of the entries; it moves when there are more. */
export function textEntries(): usize {
  return entries;
}

export function textCount(): u32 {
  return size;
}

function hashOf(at: usize, length: u32): u32 {
  const K: u64 = 0xff51afd7ed558ccd;
  let h: u64 = 0x9e3779b97f4a7c15 ^ length;
  let i: u32 = 0;
  if (length >= 32) {
    // Four lanes, since one multiplication has to wait for the one before.
    let a = h;
    let b = h + 1;
    let c = h + 2;
    let d = h + 3;
    for (; i + 32 <= length; i += 32) {
      a = rotl<u64>(a ^ load<u64>(at + i), 29) * K;
      b = rotl<u64>(b ^ load<u64>(at + i, 8), 29) * K;
      c = rotl<u64>(c ^ load<u64>(at + i, 16), 29) * K;
      d = rotl<u64>(d ^ load<u64>(at + i, 24), 29) * K;
    }
    h = ((a ^ rotl<u64>(b, 17)) * K) ^ (c ^ rotl<u64>(d, 17));
  }
  for (; i + 8 <= length; i += 8) h = rotl<u64>(h ^ load<u64>(at + i), 29) * K;
  let rest: u64 = 0;
  for (; i < length; i++) rest = (rest << 8) | load<u8>(at + i);
  h = (h ^ rest) * K;
  h ^= h >> 29;
  h *= 0xbf58476d1ce4e5b9;
  return <u32>(h >> 32);
}

/** Room for more texts; false when there is no memory left. */
function grow(): bool {
  const larger: u32 = capacity == 0 ? 1024 : capacity * 2;
  const moved = allocate(<usize>larger * ENTRY_BYTES);
  const rehashed = allocate(<usize>larger * 2 * 4);
  if (moved == 0 || rehashed == 0) return false;
  memory.copy(moved, entries, <usize>size * ENTRY_BYTES);
  entries = moved;
  table = rehashed;
  capacity = larger;
  tableMask = larger * 2 - 1;
  for (let code: u32 = 0; code < size; code++) {
    let place = load<u32>(entries + <usize>code * ENTRY_BYTES, 8) & tableMask;
    while (load<u32>(table + (<usize>place << 2)) != 0) place = (place + 1) & tableMask;
    store<u32>(table + (<usize>place << 2), code + 1);
  }
  return true;
}

// @ts-expect-error: decorator
@inline
function holds(entry: usize, at: usize, length: u32, escaped: u32): bool {
  return (
    load<u32>(entry, 4) == length &&
    load<u32>(entry, 12) == escaped &&
    sameBytes(load<u32>(entry), at, length)
  );
}

/** The code of bytes anywhere in memory; −1 when there is no memory left for them. */
export function intern(at: usize, length: u32, escaped: u32): i32 {
  if (size == capacity && !grow()) return -1;
  const hash = hashOf(at, length) ^ escaped;
  let place = hash & tableMask;
  for (;;) {
    const held = load<u32>(table + (<usize>place << 2));
    if (held == 0) break;
    const entry = entries + <usize>(held - 1) * ENTRY_BYTES;
    if (load<u32>(entry, 8) == hash && holds(entry, at, length, escaped)) return held - 1;
    place = (place + 1) & tableMask;
  }
  if (arena + length > arenaLimit) {
    const bytes = max<usize>(ARENA_BYTES, length);
    arena = allocate(bytes);
    if (arena == 0) {
      arenaLimit = 0;
      return -1;
    }
    arenaLimit = arena + bytes;
  }
  memory.copy(arena, at, length);
  const entry = entries + <usize>size * ENTRY_BYTES;
  store<u32>(entry, <u32>arena);
  store<u32>(entry, length, 4);
  store<u32>(entry, hash, 8);
  store<u32>(entry, escaped, 12);
  arena += length;
  store<u32>(table + (<usize>place << 2), ++size);
  return size - 1;
}

/** {@link intern}; most values of a field are that of the row before, so that is tried first. */
export function internOf(slot: u32, at: usize, length: u32, escaped: u32): i32 {
  const last = LAST_CODES + (<usize>slot << 2);
  const near = load<u32>(last);
  if (near < size && holds(entries + <usize>near * ENTRY_BYTES, at, length, escaped)) return near;
  const code = intern(at, length, escaped);
  store<i32>(last, code);
  return code;
}
