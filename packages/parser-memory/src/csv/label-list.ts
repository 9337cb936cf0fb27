import type { TableTexts } from './read-table.js';

/** Different texts in the order in which they came, over several tables that have codes of their own. */
export class LabelList {
  readonly texts: string[] = [];
  readonly #places = new Map<string, number>();
  #ofCode: number[] = [];
  #table: TableTexts | undefined;

  /** The place of the text of a code; −1 for −1. */
  place(code: number, table: TableTexts): number {
    if (code < 0) return -1;
    if (table !== this.#table) {
      this.#table = table;
      this.#ofCode = [];
    }
    return this.#ofCode[code] ?? this.#learn(code, table);
  }

  #learn(code: number, table: TableTexts): number {
    const text = table.text(code);
    let place = this.#places.get(text);
    if (place === undefined) {
      place = this.texts.push(text) - 1;
      this.#places.set(text, place);
    }
    while (this.#ofCode.length < code) this.#ofCode.push(undefined as never);
    this.#ofCode[code] = place;
    return place;
  }
}
