import { FRAME_SEPARATOR, type TextColumn } from '@rl-insight/memory-contract';
import type { GroupTexts } from '../page-data/format.js';
import { packColumns } from './pack.js';

/**
 * Call stacks as frames and parents: stacks that share their outer frames share them here too.
 * Parents come before the stacks that were called from them.
 */
export class StackTree {
  readonly frames: string[] = [];
  readonly parent: number[] = [];
  readonly frame: number[] = [];
  readonly #frameCodes = new Map<string, number>();
  readonly #children = new Map<string, number>();

  /** Number of the stack, from 1; 0 for an empty one. */
  add(callStack: string): number {
    if (callStack === '') return 0;
    let stack = 0;
    const frames = callStack.split(FRAME_SEPARATOR);
    for (let i = frames.length - 1; i >= 0; i--) {
      const frame = this.#frameCode(frames[i]);
      const key = `${stack},${frame}`;
      let child = this.#children.get(key);
      if (child === undefined) {
        this.parent.push(stack);
        child = this.frame.push(frame);
        this.#children.set(key, child);
      }
      stack = child;
    }
    return stack;
  }

  #frameCode(text: string): number {
    const known = this.#frameCodes.get(text);
    if (known !== undefined) return known;
    const code = this.frames.push(text) - 1;
    this.#frameCodes.set(text, code);
    return code;
  }
}

/** The texts of a group and, for each column, the codes that the page uses. */
export interface TextCodes {
  readonly texts: GroupTexts;
  /** By code of the table's `call_stack`: number of the stack; index 0 is for null. */
  readonly stackOfCode: Float64Array;
}

export function groupTexts(columns: {
  readonly name: TextColumn;
  readonly callStack: TextColumn;
  readonly allocator: TextColumn;
  readonly stream: TextColumn;
  readonly threads: readonly string[];
}): TextCodes {
  const tree = new StackTree();
  const stackOfCode = new Float64Array(columns.callStack.values.length + 1);
  columns.callStack.values.forEach((text, code) => {
    stackOfCode[code + 1] = tree.add(text);
  });
  return {
    stackOfCode,
    texts: {
      names: columns.name.values,
      allocators: columns.allocator.values,
      streams: columns.stream.values,
      threads: columns.threads,
      frames: tree.frames,
      stacks: packColumns([
        { name: 'parent', coding: 'unsigned', values: tree.parent },
        { name: 'frame', coding: 'unsigned', values: tree.frame },
      ]),
    },
  };
}
