/** Gives texts codes in order of first use: the dictionary of a text column. */
export class TextCodes {
  readonly values: string[] = [];
  readonly #codes = new Map<string, number>();

  code(text: string): number {
    const known = this.#codes.get(text);
    if (known !== undefined) return known;
    const code = this.values.push(text) - 1;
    this.#codes.set(text, code);
    return code;
  }
}
