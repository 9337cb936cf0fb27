/** Gives values codes from 0, the same for those of one key. */
export class Interned<Value> {
  readonly values: Value[] = [];
  readonly #keyOf: (value: Value) => string | number;
  readonly #codes = new Map<string | number, number>();

  constructor(keyOf: (value: Value) => string | number) {
    this.#keyOf = keyOf;
  }

  codeOf(value: Value): number {
    const key = this.#keyOf(value);
    let code = this.#codes.get(key);
    if (code === undefined) {
      code = this.values.push(value) - 1;
      this.#codes.set(key, code);
    }
    return code;
  }
}
