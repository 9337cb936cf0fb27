import type { Group } from '../data/group.js';
import type { LazyPart } from '../data/lazy-part.js';
import { button, element } from '../dom/element.js';
import { SortedTable } from '../dom/sorted-table.js';
import { formatCount } from '../format/count.js';
import { Drawer } from '../panel/drawer.js';
import { t } from '../text/text.js';
import { download, fileName } from '../toolbar/download.js';
import type { ViewState } from '../view/view-state.js';
import { failureColumns, failureCounts } from './failure-columns.js';
import { failureFacts } from './failure-facts.js';
import { failureHeld } from './failure-held.js';
import type { FailureHolders } from './failure-holders.js';
import type { Failure, Failures } from './failures.js';
import { failuresCsv } from './failures-csv.js';

export interface FailuresDrawerParts {
  readonly group: Group;
  readonly failures: LazyPart<Failures>;
  readonly holders: LazyPart<FailureHolders>;
  readonly view: ViewState;
  /** Brings a time into view. */
  readonly reveal: (ns: number) => void;
}

/** A failed allocation: the request, what followed, who held what; and the list of all of them. */
export class FailuresDrawer {
  readonly node: HTMLElement;
  readonly #parts: FailuresDrawerParts;
  readonly #title = element('h2');
  readonly #facts = element('div', { testId: 'failure-facts' });
  readonly #held = element('div', { testId: 'failure-held' });
  readonly #summary = element('p', { class: 'note', text: t('failuresLoading') });
  readonly #table: SortedTable<Failure>;
  readonly #before: HTMLButtonElement;
  readonly #after: HTMLButtonElement;
  #list: readonly Failure[] = [];

  constructor(parts: FailuresDrawerParts) {
    this.#parts = parts;
    const { view, failures, holders } = parts;
    this.#before = this.#stepButton('‹', -1);
    this.#after = this.#stepButton('›', 1);
    this.#table = new SortedTable({
      class: 'failures-table',
      columns: failureColumns(),
      sortedBy: 'time',
      // Clicks on its link come here too.
      onRow: (node, { number }) => node.addEventListener('click', () => this.#choose(number)),
    });
    const csv = button(t('downloadCsv'), () => this.#downloadCsv(), {
      testId: 'failures-csv',
      title: t('failuresCsvTitle'),
    });
    const part = (heading: string, children: readonly Node[]) =>
      element('section', { class: 'panel-part' }, [element('h3', { text: heading }), ...children]);
    const { node } = new Drawer(view, {
      name: 'failures',
      testId: 'failures-drawer',
      label: t('failures'),
      heading: [
        this.#before,
        this.#after,
        this.#title,
        element('span', { class: 'grow' }),
        button(t('showInChart'), () => this.#reveal()),
        csv,
      ],
      body: [
        element('div', { class: 'panel-body' }, [
          part(t('failureWhat'), [this.#facts]),
          part(t('failureWho'), [this.#held]),
          part(t('failuresAll'), [
            this.#summary,
            element('p', { class: 'note', text: t('failuresMeaning') }),
            this.#table.node,
          ]),
        ]),
      ],
      onOpen: () => {
        void failures.load();
        void holders.load();
        this.#show();
      },
    });
    this.node = node;
    failures.onLoaded(() => this.#loaded());
    holders.onLoaded(() => this.#show());
    view.on('failure', () => this.#show());
  }

  /** Goes to the failure before or after; first to the one at hand, where none is seen. */
  step(by: -1 | 1): void {
    const next = this.#parts.view.choices.failure + (this.node.hidden ? 0 : by);
    if (next < 0 || next >= this.#list.length) return;
    this.#choose(next);
  }

  #stepButton(text: string, by: -1 | 1): HTMLButtonElement {
    const label = t(by < 0 ? 'failureBefore' : 'failureAfter');
    return button(text, () => this.step(by), {
      class: 'icon',
      title: label,
      attributes: { 'aria-label': label },
    });
  }

  #choose(failure: number): void {
    this.#parts.view.choose({ drawer: 'failures', failure });
    this.#reveal();
  }

  #reveal(): void {
    const failure = this.#list.at(this.#parts.view.choices.failure);
    if (failure !== undefined) this.#parts.reveal(failure.timeNs);
  }

  #loaded(): void {
    const { value } = this.#parts.failures;
    if (value === undefined) return;
    this.#list = [...value.all].map((number) => value.at(number));
    this.#summary.textContent = failureCounts(this.#list);
    this.#show();
  }

  #show(): void {
    if (this.node.hidden) return;
    const { group, failures, holders, view } = this.#parts;
    const number = view.choices.failure;
    const failure = this.#list.at(number);
    if (failure === undefined || failures.value === undefined) return;
    if (this.#table.nodes.size === 0) this.#table.show(this.#list);
    this.#title.textContent = t('failureTitle', {
      number: formatCount(number + 1),
      all: formatCount(this.#list.length),
    });
    this.#before.disabled = number === 0;
    this.#after.disabled = number === this.#list.length - 1;
    this.#facts.replaceChildren(...failureFacts(group, failure));
    const held =
      holders.value === undefined
        ? [element('p', { class: 'note', text: t('heldLoading') })]
        : failureHeld({ group, failures: failures.value, holders: holders.value }, failure);
    this.#held.replaceChildren(...held);
    for (const [row, node] of this.#table.nodes) node.classList.toggle('chosen', row === failure);
    this.#table.reveal(failure);
    this.#table.nodes.get(failure)?.classList.add('chosen');
  }

  #downloadCsv(): void {
    const { group } = this.#parts;
    const pieces = failuresCsv(this.#list, group);
    download(fileName(group.data.info, 'failures.csv'), pieces, 'text/csv');
  }
}
