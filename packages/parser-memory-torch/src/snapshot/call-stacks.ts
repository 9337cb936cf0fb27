import type { TextTable } from '../pickle/texts.js';

const LEAST_ROOM = 1 << 10;
const PRIME = 0x01000193;

/** A frame of a call stack; texts by their code in the pickle's table. */
export interface FrameTexts {
  readonly name: number;
  readonly file: number;
  /** Below 0, what is no line of a file: the code (~) of its text. */
  readonly line: number;
}

function grown(from: Int32Array, room: number): Int32Array<ArrayBuffer> {
  const larger = new Int32Array(Math.max(room, from.length * 2));
  larger.set(from);
  return larger;
}

/**
 * Lists of numbers, each kept once: call stacks as lists of frames, frames as lists of three numbers.
 * Which of them are equal is told by their hash and then by what they are.
 */
export class NumberLists {
  count = 0;
  #pool = new Int32Array(LEAST_ROOM);
  #ends = new Int32Array(LEAST_ROOM);
  #hashes = new Int32Array(LEAST_ROOM);
  #slots = new Int32Array(LEAST_ROOM * 2).fill(-1);

  /** The number of the list that the first of some numbers are. */
  intern(numbers: Int32Array, length: number): number {
    let hash = length;
    for (let i = 0; i < length; i++) hash = Math.imul(hash ^ numbers[i], PRIME);
    hash ^= hash >>> 15;
    const mask = this.#slots.length - 1;
    let slot = hash & mask;
    for (let known = this.#slots[slot]; known >= 0; known = this.#slots[slot]) {
      if (this.#hashes[known] === hash && this.#isSame(known, numbers, length)) return known;
      slot = (slot + 1) & mask;
    }
    return this.#add(hash, slot, numbers, length);
  }

  /** Where the numbers of a list lie, which is memory of this object. */
  of(list: number): Int32Array {
    return this.#pool.subarray(this.#beginOf(list), this.#ends[list]);
  }

  #beginOf(list: number): number {
    return list === 0 ? 0 : this.#ends[list - 1];
  }

  #isSame(list: number, numbers: Int32Array, length: number): boolean {
    const begin = this.#beginOf(list);
    if (this.#ends[list] - begin !== length) return false;
    const pool = this.#pool;
    for (let i = 0; i < length; i++) if (pool[begin + i] !== numbers[i]) return false;
    return true;
  }

  #add(hash: number, slot: number, numbers: Int32Array, length: number): number {
    const list = this.count++;
    const begin = this.#beginOf(list);
    if (begin + length > this.#pool.length) this.#pool = grown(this.#pool, begin + length);
    this.#pool.set(numbers.subarray(0, length), begin);
    if (list === this.#ends.length) {
      this.#ends = grown(this.#ends, 0);
      this.#hashes = grown(this.#hashes, 0);
    }
    this.#ends[list] = begin + length;
    this.#hashes[list] = hash;
    this.#slots[slot] = list;
    if (this.count * 2 > this.#slots.length) this.#spread();
    return list;
  }

  #spread(): void {
    const slots = new Int32Array(this.#slots.length * 2).fill(-1);
    const mask = slots.length - 1;
    for (let list = 0; list < this.count; list++) {
      let slot = this.#hashes[list] & mask;
      while (slots[slot] >= 0) slot = (slot + 1) & mask;
      slots[slot] = list;
    }
    this.#slots = slots;
  }
}

/** Frames and call stacks of a snapshot, each once however often it is in the file. */
export class CallStacks {
  readonly stacks = new NumberLists();
  readonly frames = new NumberLists();
  readonly #frame = new Int32Array(3);

  frame({ name, file, line }: FrameTexts): number {
    this.#frame[0] = name;
    this.#frame[1] = file;
    this.#frame[2] = line;
    return this.frames.intern(this.#frame, 3);
  }

  frameTexts(frame: number): FrameTexts {
    const [name, file, line] = this.frames.of(frame);
    return { name, file, line };
  }

  /** A frame as tables have it: `file(line): name`. */
  frameText(frame: number, texts: TextTable): string {
    const { name, file, line } = this.frameTexts(frame);
    const shown = line < 0 ? texts.text(~line) : line;
    return `${texts.text(file)}(${shown}): ${texts.text(name)}`;
  }
}
