import type { Group } from '../data/group.js';
import type { LazyPart } from '../data/lazy-part.js';
import { button, element } from '../dom/element.js';
import { SortedTable } from '../dom/sorted-table.js';
import { formatCount } from '../format/count.js';
import { Drawer } from '../panel/drawer.js';
import { t } from '../text/text.js';
import { download, fileName } from '../toolbar/download.js';
import type { RangeControl } from '../view/range-control.js';
import { aroundRange } from '../view/range-moves.js';
import type { ViewState } from '../view/view-state.js';
import {
  type ScopeLinks,
  type ScopeRow,
  scopeColumns,
  scopeRow,
  threadColumns,
} from './scope-columns.js';
import type { PathThreadSums, Scopes } from './scopes.js';
import { scopesCsv } from './scopes-csv.js';

export interface ScopesDrawerParts {
  readonly group: Group;
  readonly scopes: LazyPart<Scopes>;
  readonly view: ViewState;
  readonly control: RangeControl;
}

/** The scopes of a group as a table; the chosen one's entries are marked on the time axis. */
export class ScopesDrawer {
  readonly node: HTMLElement;
  readonly #parts: ScopesDrawerParts;
  /** Whether the source tells which thread allocated. */
  readonly #hasThreads: boolean;
  readonly #filter = element('input', {
    testId: 'scopes-filter',
    attributes: {
      type: 'search',
      placeholder: t('scopeFilter'),
      'aria-label': t('scopeFilter'),
    },
  });
  readonly #count = element('span', { class: 'panel-number', attributes: { role: 'status' } });
  readonly #note = element('p', { class: 'note', text: t('scopesLoading') });
  readonly #table: SortedTable<ScopeRow>;
  readonly #links: ScopeLinks = {
    path: (row) => this.#pathCell(row),
    entry: (path, thread, text) =>
      button(text, () => this.#show(path, thread), { class: 'link', title: t('scopeShow') }),
  };
  #rows: readonly ScopeRow[] = [];

  constructor(parts: ScopesDrawerParts) {
    this.#parts = parts;
    const { view, scopes, group } = parts;
    this.#hasThreads = group.data.threads !== null;
    this.#table = new SortedTable({
      class: 'scopes-table',
      columns: scopeColumns(this.#links, this.#hasThreads),
      sortedBy: 'max',
      onRow: (node, row) => this.#made(node, row),
    });
    const csv = button(t('downloadCsv'), () => this.#downloadCsv(), {
      testId: 'scopes-csv',
      title: t('scopesCsvTitle'),
    });
    const { node } = new Drawer(view, {
      name: 'scopes',
      testId: 'scopes-drawer',
      label: t('scopes'),
      heading: [element('h2', { text: t('scopes') }), this.#filter, this.#count, csv],
      body: [element('div', { class: 'drawer-body' }, [this.#note, this.#table.node])],
      onOpen: () => void scopes.load(),
    });
    this.node = node;
    this.#filter.addEventListener('input', () => this.#find());
    this.#filter.addEventListener('keydown', (event) => {
      if (event.key !== 'Escape' || this.#filter.value === '') return;
      // The next one closes the drawer.
      event.preventDefault();
      this.#filter.value = '';
      this.#find();
    });
    scopes.onLoaded(() => this.#loaded());
    view.on('scope', () => this.#mark());
  }

  #loaded(): void {
    const { value } = this.#parts.scopes;
    if (value === undefined) return;
    this.#rows = value.sums.map((sums) => scopeRow(sums, value.paths));
    this.#note.textContent = t(this.#hasThreads ? 'scopesMeaning' : 'scopesOfAllMeaning');
    this.#find();
  }

  #find(): void {
    const wanted = this.#filter.value.trim().toLowerCase();
    const found = this.#rows.filter(({ text }) => text.toLowerCase().includes(wanted));
    this.#count.textContent = t('scopesFound', {
      count: formatCount(found.length),
      all: formatCount(this.#rows.length),
    });
    this.#table.show(found);
    this.#mark();
  }

  #pathCell(row: ScopeRow): HTMLElement {
    const unfold = button('▸', () => undefined, {
      class: 'unfold',
      title: t('scopeUnfold'),
      attributes: { 'aria-label': t('scopeUnfold'), 'aria-expanded': 'false' },
    });
    const choose = button(row.text, () => this.#choose(row.text), {
      class: 'scope-path',
      title: `${row.text}\n${t('scopeChoose')}`,
      attributes: { 'aria-pressed': 'false' },
    });
    return element('span', { class: 'scope-cell' }, this.#hasThreads ? [unfold, choose] : [choose]);
  }

  /** Makes a row fold and unfold, and be chosen wherever it is clicked. */
  #made(node: HTMLTableSectionElement, row: ScopeRow): void {
    const unfold = node.querySelector('.unfold');
    unfold?.addEventListener('click', () => {
      const isOpen = node.rows.length > 1;
      unfold.setAttribute('aria-expanded', String(!isOpen));
      if (isOpen) node.deleteRow(1);
      else node.append(this.#threads(row));
    });
    node.rows[0].addEventListener('click', ({ target }) => {
      if (target instanceof Element && target.closest('button') === null) this.#choose(row.text);
    });
    this.#markRow(node, row);
  }

  #threads(row: ScopeRow): HTMLElement {
    const table = new SortedTable({
      class: 'scope-threads',
      columns: threadColumns(this.#links, row.path),
      sortedBy: 'max',
    });
    table.show(row.byThread);
    const cell = element('td', {}, [table.node]);
    cell.colSpan = scopeColumns(this.#links, this.#hasThreads).length;
    return element('tr', { class: 'unfolded' }, [cell]);
  }

  #choose(path: string): void {
    const { view } = this.#parts;
    view.choose({ scope: view.choices.scope === path ? '' : path });
  }

  #mark(): void {
    for (const [row, node] of this.#table.nodes) this.#markRow(node, row);
  }

  #markRow(node: HTMLElement, row: ScopeRow): void {
    const isChosen = row.text === this.#parts.view.choices.scope;
    node.classList.toggle('chosen', isChosen);
    node.querySelector('.scope-path')?.setAttribute('aria-pressed', String(isChosen));
  }

  /** Shows the entry of a thread that held most, its path chosen. */
  #show(path: number, thread: PathThreadSums): void {
    const { scopes, view, control, group } = this.#parts;
    const { value } = scopes;
    if (value === undefined) return;
    view.choose({ scope: value.paths[path] });
    const place = value.placeOf(path, thread);
    if (place < 0) return;
    const { startNs, endNs, maxNs } = value.entry(place);
    control.show(aroundRange({ left: startNs, right: endNs }, group.extent));
    const ofThread = thread.thread === null ? {} : { thread: thread.thread };
    view.choose({ moment: { kind: 'time', ns: maxNs, ...ofThread } });
  }

  #downloadCsv(): void {
    const { group, scopes } = this.#parts;
    if (scopes.value === undefined) return;
    const pieces = scopesCsv(scopes.value, group);
    download(fileName(group.data.info, 'scopes.csv'), pieces, 'text/csv');
  }
}
