import { UserFrames } from '@rl-insight/memory-model';
import { column } from '../background/decode.js';
import type { Columns } from '../background/messages.js';

/** Reads call stacks out of the tree of frames that a group's file holds. */
export class Stacks {
  readonly #frames: readonly string[];
  readonly #parent: Float64Array | Int32Array;
  readonly #frame: Float64Array | Int32Array;
  readonly #isInternal: readonly boolean[];
  readonly #isRecording: readonly boolean[];

  /** @param internal regular expressions of frames that are not the user's */
  constructor(frames: readonly string[], stacks: Columns, internal: readonly string[]) {
    this.#frames = frames;
    const user = new UserFrames(internal);
    this.#isInternal = frames.map((frame) => user.isInternal(frame));
    this.#isRecording = frames.map((frame) => user.isRecording(frame));
    this.#parent = column(stacks, 'parent');
    this.#frame = column(stacks, 'frame');
  }

  /** The frames of a stack, innermost first; none for stack 0. */
  frames(stack: number): string[] {
    const frames: string[] = [];
    for (let at = stack; at > 0; at = this.#parent[at - 1]) {
      frames.push(this.#frames[this.#frame[at - 1]]);
    }
    return frames;
  }

  /** The frame that says most of a stack: see {@link UserFrames.of}; '' for stack 0. */
  userFrame(stack: number): string {
    if (stack === 0) return '';
    const frame =
      this.#innermost(stack, this.#isInternal) ?? this.#innermost(stack, this.#isRecording);
    return frame ?? this.frame(stack);
  }

  /** The innermost frame that is none of those. */
  #innermost(stack: number, isOne: readonly boolean[]): string | undefined {
    for (let at = stack; at > 0; at = this.#parent[at - 1]) {
      const frame = this.#frame[at - 1];
      if (!isOne[frame]) return this.#frames[frame];
    }
    return undefined;
  }

  /** Place of that frame among {@link frames}; −1 where all are of libraries. */
  userPlace(stack: number): number {
    let place = 0;
    for (let at = stack; at > 0; at = this.#parent[at - 1]) {
      if (!this.#isInternal[this.#frame[at - 1]]) return place;
      place++;
    }
    return -1;
  }

  /** The stack that a stack was called from; 0 for none. */
  parent(stack: number): number {
    return this.#parent[stack - 1];
  }

  /** Its innermost frame. */
  frame(stack: number): string {
    return this.#frames[this.#frame[stack - 1]];
  }

  /** Stacks have numbers from 1 to this. */
  get count(): number {
    return this.#parent.length;
  }
}
