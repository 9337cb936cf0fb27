import type { ColumnInput, DeflatedColumns, Packer } from './pack.js';

/** Collects the rows of columns whose number is not known before. */
export class NumberColumns<Name extends string> {
  rows = 0;
  readonly #columns: Readonly<Record<Name, number[]>>;
  readonly #names: readonly Name[];
  readonly #inOrder: readonly Name[];

  /** @param inOrder columns that hardly change from row to row, or may be below zero */
  constructor(names: readonly Name[], inOrder: readonly Name[] = []) {
    this.#names = names;
    this.#inOrder = inOrder;
    this.#columns = Object.fromEntries(names.map((name) => [name, []])) as unknown as Record<
      Name,
      number[]
    >;
  }

  add(row: Readonly<Record<Name, number>>): void {
    for (const name of this.#names) this.#columns[name].push(row[name]);
    this.rows++;
  }

  pack(packer: Packer): Promise<DeflatedColumns> {
    return packer.columns(
      this.rows,
      this.#names.map((name): ColumnInput => {
        const coding = this.#inOrder.includes(name) ? 'delta' : 'unsigned';
        return { name, coding, values: Float64Array.from(this.#columns[name]) };
      }),
    );
  }
}
