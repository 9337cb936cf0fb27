/** Numbers texts in the order in which they are first met: the values of a dictionary column. */
export class Texts {
  readonly values: string[];
  readonly #codes: Map<string, number>;

  constructor(first: readonly string[] = []) {
    this.values = [...first];
    this.#codes = new Map(first.map((text, code) => [text, code]));
  }

  code(text: string): number {
    let code = this.#codes.get(text);
    if (code === undefined) {
      code = this.values.push(text) - 1;
      this.#codes.set(text, code);
    }
    return code;
  }
}
