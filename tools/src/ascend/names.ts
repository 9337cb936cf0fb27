/** Names of operators, each kept once and referred to by number. */
export class NameTable {
  readonly #names: string[] = [];
  readonly #ids = new Map<string, number>();

  id(name: string): number {
    let id = this.#ids.get(name);
    if (id === undefined) {
      id = this.#names.length;
      this.#names.push(name);
      this.#ids.set(name, id);
    }
    return id;
  }

  text(id: number): string {
    const name = this.#names[id];
    if (name === undefined) throw new RangeError(`no name ${id}`);
    return name;
  }
}

/**
 * Names of user ranges that break careless readers and pages: `record_function` and mstx take any text, so a table may
 * hold commas, quotes, newlines, markup and other scripts.
 */
export const ODD_NAMES: readonly string[] = [
  'load, then "cast"',
  'two\nlines, one name',
  'carriage\r\nreturn',
  '演员更新 · 第1步',
  'rollout 🚀 größe',
  '</script><script>alert(1)</script>',
  '<img src=x onerror=alert(1)>',
  '<!-- not a comment',
  "it's;\\a\\path\tand a tab",
  '=HYPERLINK("x")',
  ' padded name ',
  'a'.repeat(300),
];
