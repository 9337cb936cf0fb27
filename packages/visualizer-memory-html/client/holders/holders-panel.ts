import type { ColourChoice } from '../colour/colour-choice.js';
import { GROUPING_TEXTS, tellsApart } from '../colour/groupings.js';
import type { Group } from '../data/group.js';
import type { Windows } from '../data/windows.js';
import { button, element } from '../dom/element.js';
import { exactBytes, formatBytes } from '../format/bytes.js';
import { formatCount } from '../format/count.js';
import { formatMoment } from '../format/time.js';
import { t } from '../text/text.js';
import { threadTitle } from '../threads/thread-lanes.js';
import { HOLDER_GROUPINGS, type HolderGrouping, type Moment } from '../view/choices.js';
import type { ViewState } from '../view/view-state.js';
import { allocationList } from './allocation-list.js';
import { FlameView } from './flame-view.js';
import { holderFacts } from './holder-facts.js';
import { HolderRows } from './holder-rows.js';
import { type HolderSum, holderSums } from './holder-sums.js';
import { listedHolders } from './listed-holders.js';
import { type LiveRows, liveAt, liveAtPeak, liveOfThread, unreleasedRows } from './live-rows.js';

export interface HoldersParts {
  readonly group: Group;
  readonly windows: Windows;
  readonly view: ViewState;
  readonly colours: ColourChoice;
  /** Loads all that is needed to tell what is live at a time. */
  readonly load: (ns: number) => Promise<void>;
  /** Opens the panel of an allocation. */
  readonly open: (row: number) => void;
}

/** Who holds memory at the peak, at a time that the reader chose, or between two. */
export class HoldersPanel {
  readonly node = element('aside', {
    class: 'holders',
    testId: 'holders-panel',
    attributes: { 'aria-live': 'polite' },
  });
  readonly #parts: HoldersParts;
  readonly #heading = element('h2');
  readonly #facts = element('div', { class: 'holder-facts' });
  readonly #body = element('div', { class: 'holder-body' });
  readonly #note = element('p', { class: 'note', attributes: { role: 'status' } });
  readonly #groupings = element('select', {
    testId: 'holders-by',
    attributes: { 'aria-label': t('summedUpBy') },
  });
  readonly #rows: HolderRows;
  readonly #flame: FlameView;
  /** Of the last change: what comes later than another is not shown any more. */
  #changes = 0;

  constructor(parts: HoldersParts) {
    this.#parts = parts;
    const { view, group } = parts;
    this.#rows = new HolderRows();
    this.#flame = new FlameView(group);
    for (const name of HOLDER_GROUPINGS) {
      if (name !== 'holder' && !tellsApart(group, name)) continue;
      const text = t(name === 'holder' ? 'byHolder' : GROUPING_TEXTS[name]);
      this.#groupings.append(element('option', { text, attributes: { value: name } }));
    }
    this.#groupings.addEventListener('change', () => {
      view.choose({ holders: this.#groupings.value as HolderGrouping });
    });
    this.node.append(
      element('header', {}, [
        this.#heading,
        element('div', { class: 'holder-tools' }, [
          button(t('goToPeak'), () => view.choose({ moment: { kind: 'peak' } }), {
            testId: 'go-to-peak',
            title: t('goToPeakTitle'),
          }),
          button(t('showUnreleased'), () => view.choose({ moment: { kind: 'unreleased' } }), {
            testId: 'show-unreleased',
            title: t('showUnreleasedTitle'),
          }),
          element('label', { class: 'by' }, [t('summedUpBy'), this.#groupings]),
        ]),
      ]),
      this.#facts,
      this.#note,
      this.#body,
    );
    view.on('moment', () => void this.update());
    view.on('holders', () => void this.update());
    void this.update();
  }

  /** Shows what the reader asks for, as far as it is known by now. */
  async update(): Promise<void> {
    const change = ++this.#changes;
    const { view, load } = this.#parts;
    const { moment, holders } = view.choices;
    this.#groupings.value = holders;
    this.#heading.textContent = headingOf(this.#parts.group, moment);
    if (!this.#parts.group.data.paired) {
      const isLevel = moment.kind === 'peak' || moment.kind === 'time';
      const facts = isLevel ? holderFacts(this.#parts.group, moment, undefined) : [];
      this.#facts.replaceChildren(...facts);
      this.#say(t('notPaired'));
      return;
    }
    if (this.#isKnown(moment)) {
      this.#show(moment, holders);
      return;
    }
    this.#showListed(moment, holders);
    try {
      await Promise.all(timesOf(this.#parts.group, moment).map(load));
    } catch {
      this.#say(t('holdersFailed'));
      return;
    }
    if (change === this.#changes) this.#show(moment, holders);
  }

  #isKnown(moment: Moment): boolean {
    const { windows, group } = this.#parts;
    if (windows.allLoaded) return true;
    const times = timesOf(group, moment);
    return times.length > 0 && times.every((ns) => windows.covers({ left: ns, right: ns }));
  }

  #say(text: string): void {
    this.#note.textContent = text;
    this.#note.hidden = text === '';
  }

  /** What the group's file tells before the allocations are loaded. */
  #showListed(moment: Moment, by: HolderGrouping): void {
    const listed = by === 'holder' ? listedHolders(this.#parts.group, moment) : undefined;
    this.#facts.replaceChildren(...holderFacts(this.#parts.group, moment, undefined));
    if (listed === undefined) {
      this.#say(t('holdersLoading'));
      this.#body.replaceChildren();
      return;
    }
    const { others } = listed;
    this.#say(others === 0 ? '' : t('holdersOthers', { count: formatCount(others) }));
    this.#rows.show(listed.sums, listed.total, false);
    this.#body.replaceChildren(this.#rows.node);
  }

  #show(moment: Moment, by: HolderGrouping): void {
    const { group } = this.#parts;
    this.#say('');
    if (moment.kind === 'between') {
      this.#showBetween(moment.fromNs, moment.toNs, by);
      return;
    }
    const live = liveRowsOf(group, moment);
    const rows =
      live?.rows ?? (moment.kind === 'unreleased' ? unreleasedRows(group) : new Int32Array(0));
    this.#facts.replaceChildren(...holderFacts(group, moment, live));
    const total = live?.liveBytes ?? rows.reduce((sum, row) => sum + group.store.bytes[row], 0);
    const sums = holderSums(group, by, rows);
    this.#rows.show(sums, total, false, this.#unfold(rows));
    if (by === 'stack' && rows.length > 0) {
      this.#flame.show(rows);
      this.#body.replaceChildren(this.#flame.node, this.#rows.node);
    } else this.#body.replaceChildren(this.#rows.node);
    if (rows.length === 0) this.#say(t('nothingLive'));
  }

  /** What a holder unfolds to: the largest of its allocations. */
  #unfold(rows: Int32Array): (sum: HolderSum) => HTMLElement {
    const { group, open } = this.#parts;
    return (sum) => allocationList(group.store, rows.filter(sum.has), open);
  }

  #showBetween(fromNs: number, toNs: number, by: HolderGrouping): void {
    const { group } = this.#parts;
    const before = liveAt(group, fromNs);
    const after = liveAt(group, toNs);
    const change = after.liveBytes - before.liveBytes;
    this.#facts.replaceChildren(
      element('p', { class: 'holder-total' }, [
        element('strong', {
          text: `${change > 0 ? '+' : ''}${formatBytes(change)}`,
          title: exactBytes(change),
        }),
        ` ${t('betweenFact', {
          before: formatBytes(before.liveBytes),
          from: formatMoment(fromNs),
          after: formatBytes(after.liveBytes),
          to: formatMoment(toNs),
        })}`,
      ]),
    );
    this.#rows.show(holderSums(group, by, after.rows, before.rows), Math.abs(change), true);
    this.#body.replaceChildren(this.#rows.node);
    if (before.rows.length + after.rows.length === 0) this.#say(t('nothingLive'));
  }
}

function liveRowsOf(group: Group, moment: Moment): LiveRows | undefined {
  if (moment.kind === 'peak') return liveAtPeak(group);
  if (moment.kind !== 'time') return undefined;
  const { ns, thread } = moment;
  return thread === undefined ? liveAt(group, ns) : liveOfThread(group, ns, thread);
}

function headingOf(group: Group, moment: Moment): string {
  if (moment.kind === 'time' && moment.thread !== undefined) {
    const { thread } = moment;
    const name = group.data.threads?.threads.find(({ id }) => id === thread)?.name;
    const time = formatMoment(moment.ns);
    return t('threadHeading', { thread: threadTitle(thread, name), time });
  }
  switch (moment.kind) {
    case 'peak':
      return t('atPeakHeading');
    case 'time':
      return t('atTimeHeading', { time: formatMoment(moment.ns) });
    case 'between':
      return t('betweenHeading');
    case 'unreleased':
      return t('unreleasedHeading');
  }
}

/** Times whose windows have to be loaded; none: all of them. */
function timesOf(group: Group, moment: Moment): number[] {
  if (moment.kind === 'time') return [moment.ns];
  if (moment.kind === 'between') return [moment.fromNs, moment.toNs];
  const { peak } = group.data;
  return moment.kind === 'peak' && peak !== null
    ? [peak.timeNs]
    : group.data.windows.map(({ startNs }) => startNs);
}
