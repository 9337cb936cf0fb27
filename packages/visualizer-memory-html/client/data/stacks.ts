import type { GroupTexts } from '../../src/page-data/format.js';
import { column, unpackColumns } from './unpack.js';

/** Reads call stacks out of the tree of frames that a group's file holds. */
export class Stacks {
  readonly #frames: readonly string[];
  readonly #parent: Float64Array;
  readonly #frame: Float64Array;

  private constructor(frames: readonly string[], parent: Float64Array, frame: Float64Array) {
    this.#frames = frames;
    this.#parent = parent;
    this.#frame = frame;
  }

  static async open({ frames, stacks }: GroupTexts): Promise<Stacks> {
    const columns = await unpackColumns(stacks);
    return new Stacks(frames, column(columns, 'parent'), column(columns, 'frame'));
  }

  /** The frames of a stack, innermost first; none for stack 0. */
  frames(stack: number): string[] {
    const frames: string[] = [];
    for (let at = stack; at > 0; at = this.#parent[at - 1]) {
      frames.push(this.#frames[this.#frame[at - 1]]);
    }
    return frames;
  }
}
