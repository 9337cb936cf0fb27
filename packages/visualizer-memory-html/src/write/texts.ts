import { FRAME_SEPARATOR } from '@rl-insight/memory-contract';
import type { GroupTexts } from '../page-data/format.js';
import type { Packer } from './pack.js';

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

/** What the page's data has for a text; 0 for one that it has not. */
export interface TextNumbers {
  name(text: string): number;
  scope(path: string): number;
  stack(callStack: string): number;
}

/** The texts of a group, and what its call stacks became. */
export interface TextCodes {
  readonly texts: GroupTexts;
  readonly numbers: TextNumbers;
  /** By code of the table's `call_stack` + 1: number of the stack; index 0 is for null. */
  readonly stackOfCode: Int32Array;
}

/** Texts by code. */
export interface TextLists {
  readonly names: readonly string[];
  readonly allocators: readonly string[];
  readonly streams: readonly string[];
  readonly threads: readonly string[];
  readonly scopes: readonly string[];
  readonly callStacks: readonly string[];
}

export function groupTexts(
  { names, allocators, streams, threads, scopes, callStacks }: TextLists,
  packer: Packer,
): TextCodes {
  const tree = new StackTree();
  const stackOfCode = new Int32Array(callStacks.length + 1);
  callStacks.forEach((text, code) => {
    stackOfCode[code + 1] = tree.add(text);
  });
  const { frames, parent, frame } = tree;
  const stacks = packer.columnsNow(parent.length, [
    { name: 'parent', coding: 'unsigned', values: Float64Array.from(parent) },
    { name: 'frame', coding: 'unsigned', values: Float64Array.from(frame) },
  ]);
  return {
    stackOfCode,
    texts: { names, allocators, streams, threads, scopes, frames, stacks },
    numbers: {
      name: numberOf(names, (code) => code + 1),
      scope: numberOf(scopes, (code) => code + 1),
      stack: numberOf(callStacks, (code) => stackOfCode[code + 1]),
    },
  };
}

/** The number of a text; what it takes is made when it is first asked for. */
function numberOf(
  texts: readonly string[],
  ofCode: (code: number) => number,
): (text: string) => number {
  let known: ReadonlyMap<string, number> | undefined;
  return (text) => {
    known ??= new Map(texts.map((each, code) => [each, ofCode(code)]));
    return known.get(text) ?? 0;
  };
}
