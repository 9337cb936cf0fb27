import type { DictionaryValues } from '@rl-insight/memory-contract';

/** Codes of texts that are given out in the order in which they are met. */
export class CodeBook {
  readonly values: string[] = [];
  readonly #codes = new Map<string, number>();

  code(text: string): number {
    let code = this.#codes.get(text);
    if (code === undefined) {
      code = this.values.push(text) - 1;
      this.#codes.set(text, code);
    }
    return code;
  }
}

/** A dictionary column of numbers that stand for texts, of which each is asked for once. */
export function dictionaryOf(
  numbers: Int32Array,
  most: number,
  text: (number: number) => string,
): DictionaryValues {
  const book = new CodeBook();
  // Numbers begin at −1.
  const known = new Int32Array(most + 1).fill(-1);
  const codes = new Int32Array(numbers.length);
  for (let row = 0; row < numbers.length; row++) {
    const number = numbers[row];
    let code = known[number + 1];
    if (code < 0) {
      code = book.code(text(number));
      known[number + 1] = code;
    }
    codes[row] = code;
  }
  return { codes, values: book.values };
}
