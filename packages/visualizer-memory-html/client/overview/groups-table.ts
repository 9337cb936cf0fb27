import type { OverviewGroup } from '../../src/page-data/overview-format.js';
import { button, element } from '../dom/element.js';
import { t } from '../text/text.js';
import { GROUP_COLUMNS, type GroupColumn } from './group-columns.js';
import type { OverviewModel } from './model.js';
import { nameOf } from './names.js';

/** Rows that are added at a time: laying out thousands takes a second. */
const ROWS_AT_ONCE = 100;
/** How far below the window the next ones are added, so that nobody sees it. */
const AHEAD = '600px';

/** All groups, sorted by what the reader asks for. Rows are made when one scrolls to them. */
export class GroupsTable {
  readonly node: HTMLElement;
  readonly #model: OverviewModel;
  readonly #body: HTMLTableSectionElement;
  readonly #heads = new Map<GroupColumn, HTMLElement>();
  readonly #rows = new Map<number, HTMLTableRowElement>();
  /** Below the last row. */
  readonly #end = element('div', { class: 'groups-end' });
  readonly #below: IntersectionObserver;
  #filter: ReadonlySet<number> | undefined;
  /** Groups in their order, and how many of them have rows. */
  #order: readonly number[] = [];
  #made = 0;
  #sorted: GroupColumn;
  #ascending = false;

  constructor(model: OverviewModel) {
    this.#model = model;
    this.#sorted = columnOf('peak');
    this.#body = element('tbody');
    this.#below = new IntersectionObserver(
      (entries) => {
        if (entries.some(({ isIntersecting }) => isIntersecting)) this.#more();
      },
      { rootMargin: AHEAD },
    );
    const heads = GROUP_COLUMNS.map((column) => this.#head(column));
    this.node = element('section', { class: 'groups', testId: 'groups' }, [
      element('h2', { text: t('tableHeading') }),
      element('table', { class: 'groups-table' }, [
        element('thead', {}, [element('tr', {}, heads)]),
        this.#body,
      ]),
      this.#end,
    ]);
    this.#sort();
  }

  /** Shows only some groups. */
  filter(groups: ReadonlySet<number>): void {
    this.#filter = groups;
    this.#sort();
  }

  /** Sorts by a column, the largest first. */
  sortBy(name: string): void {
    this.#sorted = columnOf(name);
    this.#ascending = this.#sorted.ascending ?? false;
    this.#sort();
  }

  #head(column: GroupColumn): HTMLElement {
    const label = t(column.label);
    const sort = button(label, () => this.#clicked(column), {
      class: 'sort',
      title: column.meaning === undefined ? t('sortBy', { column: label }) : t(column.meaning),
    });
    const head = element('th', { class: cellClass(column), attributes: { scope: 'col' } }, [sort]);
    this.#heads.set(column, head);
    return head;
  }

  #row(group: OverviewGroup, index: number): HTMLTableRowElement {
    const cells = GROUP_COLUMNS.map((column) => {
      const text = column.text(group);
      const title = text === '' ? '' : (column.title?.(group) ?? '');
      const parts = { class: cellClass(column), ...(title === '' ? {} : { title }) };
      if (column.name === 'role') return this.#roleCell(text, group, index);
      if (column.name !== 'peak') return element('td', { ...parts, text });
      const href = this.#model.peakHref(index);
      return element('td', parts, [element('a', { text, attributes: { href } })]);
    });
    return element('tr', {}, cells);
  }

  #roleCell(text: string, group: OverviewGroup, index: number): HTMLElement {
    const href = this.#model.groupHref(index);
    return element('th', { attributes: { scope: 'row' } }, [
      element('a', { text, title: nameOf(group), attributes: { href } }),
    ]);
  }

  #clicked(column: GroupColumn): void {
    if (column === this.#sorted) {
      this.#ascending = !this.#ascending;
      this.#sort();
    } else this.sortBy(column.name);
  }

  #sort(): void {
    for (const [column, head] of this.#heads) {
      if (column !== this.#sorted) head.removeAttribute('aria-sort');
      else head.setAttribute('aria-sort', this.#ascending ? 'ascending' : 'descending');
    }
    const { groups } = this.#model;
    const { order } = this.#sorted;
    const sign = this.#ascending ? 1 : -1;
    this.#order = groups
      .map((group, i) => ({ i, key: order(group) }))
      .filter(({ i }) => this.#filter?.has(i) ?? true)
      .sort((a, b) => sign * compare(a.key, b.key) || a.i - b.i)
      .map(({ i }) => i);
    this.#body.replaceChildren();
    this.#made = 0;
    this.#more();
  }

  #more(): void {
    const next = this.#order.slice(this.#made, this.#made + ROWS_AT_ONCE);
    this.#made += next.length;
    this.#body.append(...next.map((group) => this.#rowOf(group)));
    // What is in view still does not come into it: it has to be asked for again.
    this.#below.unobserve(this.#end);
    if (this.#made < this.#order.length) this.#below.observe(this.#end);
  }

  #rowOf(index: number): HTMLTableRowElement {
    const row = this.#rows.get(index) ?? this.#row(this.#model.groups[index], index);
    this.#rows.set(index, row);
    return row;
  }
}

function columnOf(name: string): GroupColumn {
  return GROUP_COLUMNS.find((column) => column.name === name) ?? GROUP_COLUMNS[0];
}

function cellClass({ ascending, name }: GroupColumn): string {
  return ascending && name !== 'rank' && name !== 'peak-time' ? '' : 'number';
}

function compare(a: number | string, b: number | string): number {
  if (typeof a === 'number' && typeof b === 'number') return a - b;
  return String(a).localeCompare(String(b), 'en', { numeric: true });
}
