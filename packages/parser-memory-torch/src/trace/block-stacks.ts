import { type DictionaryValues, FRAME_SEPARATOR, UNKNOWN_NAME } from '@rl-insight/memory-contract';
import { dictionaryOf } from '../tables/codes.js';
import type { TracedDevice } from './traced-device.js';

/** Operators and call stacks of the blocks; a call stack is of the operator itself, or of Python's functions. */
export function stackCodes({ data, paired, places }: TracedDevice) {
  const { spans } = data;
  const { count, allocation } = paired;
  // Chains of calls and texts in operators are numbered together, texts behind.
  const chains = places.chains.count;
  const names = new Int32Array(count).fill(-1);
  const stacks = new Int32Array(count).fill(-1);
  for (let i = 0; i < count; i++) {
    const event = allocation[i];
    if (event < 0) continue;
    const operator = places.operator[event];
    const own = operator < 0 ? -1 : spans.stack[operator];
    if (operator >= 0) names[i] = spans.name[operator];
    stacks[i] = own >= 0 ? chains + own : places.chain[event];
  }
  const most = 1 + Math.max(chains, maximum(stacks), maximum(names));
  const texts = new Map<number, string[]>();
  const frames = (stack: number): string[] => {
    if (stack < 0) return [];
    let own = texts.get(stack);
    if (own === undefined) {
      own =
        stack >= chains
          ? data
              .text(stack - chains)
              .split(';')
              .map((frame) => frame.trim())
          : places.chains.names(stack).map((name) => data.text(name));
      texts.set(stack, own);
    }
    return own;
  };
  return {
    name: dictionaryOf(names, most, (name) => (name < 0 ? UNKNOWN_NAME : data.text(name))),
    stack: dictionaryOf(stacks, most, (stack) => frames(stack).join(FRAME_SEPARATOR)),
    top: dictionaryOf(stacks, most, (stack) => frames(stack)[0] ?? ''),
    match: {
      codes: stacks.map((stack) => (stack < 0 ? 0 : 1)),
      values: ['none', 'recorded'],
    } satisfies DictionaryValues,
  };
}

function maximum(values: Int32Array): number {
  let most = 0;
  for (const value of values) if (value > most) most = value;
  return most;
}
