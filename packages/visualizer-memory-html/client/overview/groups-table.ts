import type { OverviewGroup } from '../../src/page-data/overview-format.js';
import { element } from '../dom/element.js';
import { SortedTable, type TableColumn } from '../dom/sorted-table.js';
import { t } from '../text/text.js';
import { GROUP_COLUMNS, type GroupColumn } from './group-columns.js';
import type { OverviewModel } from './model.js';
import { nameOf } from './names.js';

/** All groups, sorted by what the reader asks for. */
export class GroupsTable {
  readonly node: HTMLElement;
  readonly #model: OverviewModel;
  readonly #table: SortedTable<OverviewGroup>;

  constructor(model: OverviewModel) {
    this.#model = model;
    const { groups } = model;
    const places = new Map(groups.map((group, i) => [group, i]));
    const columns = GROUP_COLUMNS.filter(({ isOffered }) => isOffered?.(groups) ?? true).map(
      (column) => this.#column(column, (group) => places.get(group) ?? 0),
    );
    this.#table = new SortedTable({ class: 'groups-table', columns, sortedBy: 'peak' });
    this.node = element('section', { class: 'groups', testId: 'groups' }, [
      element('h2', { text: t('tableHeading') }),
      this.#table.node,
    ]);
    this.#table.show(groups);
  }

  /** Shows only some groups. */
  filter(shown: ReadonlySet<number>): void {
    this.#table.show(this.#model.groups.filter((_, i) => shown.has(i)));
  }

  /** Sorts by a column, the largest first. */
  sortBy(name: string): void {
    this.#table.sortBy(name);
  }

  #column(
    { label, meaning, ...column }: GroupColumn,
    placeOf: (group: OverviewGroup) => number,
  ): TableColumn<OverviewGroup> {
    const { name, ascending } = column;
    const model = this.#model;
    const link = (text: string, href: string, title = '') =>
      element('a', { text, ...(title === '' ? {} : { title }), attributes: { href } });
    return {
      ...column,
      label: t(label),
      ...(meaning === undefined ? {} : { meaning: t(meaning) }),
      isNumber: !ascending || name === 'rank' || name === 'peak-time',
      isHead: name === 'role',
      ...(name === 'role'
        ? {
            content: (group, text) => link(text, model.groupHref(placeOf(group)), nameOf(group)),
          }
        : {}),
      ...(name === 'peak'
        ? { content: (group, text) => link(text, model.peakHref(placeOf(group))) }
        : {}),
    };
  }
}
