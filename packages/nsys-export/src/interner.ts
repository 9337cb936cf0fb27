/** Numbers values that repeat, in the order in which they are first met. */
export class Interner<T> {
  readonly values: T[] = [];
  readonly #codes = new Map<T, number>();

  code(value: T): number {
    let code = this.#codes.get(value);
    if (code === undefined) {
      code = this.values.push(value) - 1;
      this.#codes.set(value, code);
    }
    return code;
  }
}
