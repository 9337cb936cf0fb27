import { t } from '../text/text.js';
import { button, element } from './element.js';

/** A column of a table that sorts. */
export interface TableColumn<Row> {
  readonly name: string;
  readonly label: string;
  /** What it means; that it sorts where this is left out. */
  readonly meaning?: string;
  /** What rows are sorted by; those of numbers have the largest first at first. */
  readonly order: (row: Row) => number | string;
  readonly text: (row: Row) => string;
  readonly title?: (row: Row) => string;
  /** What stands in the cell instead of the text. */
  readonly content?: (row: Row, text: string) => HTMLElement;
  /** Sorting begins with the smallest: of names and numbers that are names. */
  readonly ascending?: boolean;
  readonly isNumber?: boolean;
  /** Names its row. */
  readonly isHead?: boolean;
}

export interface SortedTableParts<Row> {
  readonly class: string;
  readonly columns: readonly TableColumn<Row>[];
  /** Name of the column that rows are sorted by at first. */
  readonly sortedBy: string;
  /** Is given each row when it is made. */
  readonly onRow?: (node: HTMLTableSectionElement, row: Row) => void;
}

/** Rows that are added at a time: laying out thousands takes a second. */
const ROWS_AT_ONCE = 100;
/** How far below the window the next ones are added, so that nobody sees it. */
const AHEAD = '600px';

/** A table that sorts by any of its columns. Rows are made when one scrolls to them. */
export class SortedTable<Row extends object> {
  readonly node: HTMLElement;
  readonly #parts: SortedTableParts<Row>;
  readonly #table: HTMLTableElement;
  readonly #heads = new Map<TableColumn<Row>, HTMLElement>();
  /** Each is a body of its own, so that something can unfold below it. */
  readonly #nodes = new Map<Row, HTMLTableSectionElement>();
  /** Below the last row. */
  readonly #end = element('div', { class: 'table-end' });
  readonly #below: IntersectionObserver;
  #rows: readonly Row[] = [];
  /** Rows in their order, and how many of them are made. */
  #order: readonly Row[] = [];
  #made = 0;
  #sorted: TableColumn<Row>;
  #ascending: boolean;

  constructor(parts: SortedTableParts<Row>) {
    this.#parts = parts;
    this.#sorted = this.#columnOf(parts.sortedBy);
    this.#ascending = this.#sorted.ascending ?? false;
    this.#below = new IntersectionObserver(
      (entries) => {
        if (entries.some(({ isIntersecting }) => isIntersecting)) this.#more();
      },
      { rootMargin: AHEAD },
    );
    const heads = parts.columns.map((column) => this.#head(column));
    this.#table = element('table', { class: `sorted-table ${parts.class}` }, [
      element('thead', {}, [element('tr', {}, heads)]),
    ]);
    this.node = element('div', {}, [this.#table, this.#end]);
  }

  show(rows: readonly Row[]): void {
    this.#rows = rows;
    this.#sort();
  }

  /** Sorts by a column, as that begins. */
  sortBy(name: string): void {
    this.#sorted = this.#columnOf(name);
    this.#ascending = this.#sorted.ascending ?? false;
    this.#sort();
  }

  /** The rows that are made. */
  get nodes(): ReadonlyMap<Row, HTMLTableSectionElement> {
    return this.#nodes;
  }

  /** Makes a row wherever it is, and brings it into view. */
  reveal(row: Row): void {
    const place = this.#order.indexOf(row);
    if (place < 0) return;
    while (this.#made <= place) this.#more();
    this.#nodes.get(row)?.scrollIntoView({ block: 'nearest' });
  }

  #columnOf(name: string): TableColumn<Row> {
    const { columns } = this.#parts;
    return columns.find((column) => column.name === name) ?? columns[0];
  }

  #head(column: TableColumn<Row>): HTMLElement {
    const { label, meaning = t('sortBy', { column: label }) } = column;
    const sort = button(label, () => this.#clicked(column), { class: 'sort', title: meaning });
    const head = element('th', { class: cellClass(column), attributes: { scope: 'col' } }, [sort]);
    this.#heads.set(column, head);
    return head;
  }

  #clicked(column: TableColumn<Row>): void {
    if (column !== this.#sorted) {
      this.sortBy(column.name);
      return;
    }
    this.#ascending = !this.#ascending;
    this.#sort();
  }

  #sort(): void {
    for (const [column, head] of this.#heads) {
      if (column !== this.#sorted) head.removeAttribute('aria-sort');
      else head.setAttribute('aria-sort', this.#ascending ? 'ascending' : 'descending');
    }
    const { order } = this.#sorted;
    const sign = this.#ascending ? 1 : -1;
    this.#order = this.#rows
      .map((row, i) => ({ row, i, key: order(row) }))
      .sort((a, b) => sign * compare(a.key, b.key) || a.i - b.i)
      .map(({ row }) => row);
    for (const body of [...this.#table.tBodies]) body.remove();
    this.#made = 0;
    this.#more();
  }

  #more(): void {
    const next = this.#order.slice(this.#made, this.#made + ROWS_AT_ONCE);
    this.#made += next.length;
    this.#table.append(...next.map((row) => this.#nodeOf(row)));
    // What is in view still does not come into it: it has to be asked for again.
    this.#below.unobserve(this.#end);
    if (this.#made < this.#order.length) this.#below.observe(this.#end);
  }

  #nodeOf(row: Row): HTMLTableSectionElement {
    let node = this.#nodes.get(row);
    if (node === undefined) {
      const cells = this.#parts.columns.map((column) => cell(column, row));
      node = element('tbody', {}, [element('tr', {}, cells)]);
      this.#nodes.set(row, node);
      this.#parts.onRow?.(node, row);
    }
    return node;
  }
}

function cell<Row>(column: TableColumn<Row>, row: Row): HTMLElement {
  const text = column.text(row);
  const title = text === '' ? '' : (column.title?.(row) ?? '');
  const parts = { class: cellClass(column), ...(title === '' ? {} : { title }) };
  const content = column.content?.(row, text);
  const inside = content === undefined ? [text] : [content];
  if (!column.isHead) return element('td', parts, inside);
  return element('th', { ...parts, attributes: { scope: 'row' } }, inside);
}

function cellClass({ isNumber }: { readonly isNumber?: boolean }): string {
  return isNumber ? 'number' : '';
}

function compare(a: number | string, b: number | string): number {
  if (typeof a === 'number' && typeof b === 'number') return a - b;
  return String(a).localeCompare(String(b), 'en', { numeric: true });
}
