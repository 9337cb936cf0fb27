import type { Group } from '../data/group.js';
import { copyButton } from '../dom/copy-button.js';
import { element } from '../dom/element.js';
import { hasNoClock } from '../format/axis.js';
import { fullBytes } from '../format/bytes.js';
import { absoluteNs, formatDuration, formatMoment, utcText } from '../format/time.js';
import { t } from '../text/text.js';

/** What is known of an allocation, as a list of names and values. */
export function factsOf(group: Group, row: number): HTMLElement {
  const { store, data } = group;
  const { texts } = data;
  const known = (text: string | undefined) => text ?? t('notRecorded');
  const facts: [string, (Node | string)[]][] = [
    [t('size'), [fullBytes(store.bytes[row])]],
    [t('allocator'), [known(group.allocatorName(row) || undefined)]],
    [t('start'), moment(group, store.startNs[row], t('copyStart'))],
    [t('end'), moment(group, store.endNs[row], t('copyEnd'))],
    [t('held'), [formatDuration(store.endNs[row] - store.startNs[row])]],
    [t('released'), [t(store.isReleased(row) ? 'releasedYes' : 'releasedNo')]],
    [t('thread'), [known(texts.threads[store.thread[row] - 1])]],
    [t('stream'), [known(texts.streams[store.stream[row] - 1])]],
    [t('step'), [store.step[row] === 0 ? t('notRecorded') : String(store.step[row] - 1)]],
  ];
  const list = element('dl', { class: 'facts' });
  for (const [name, value] of facts) {
    list.append(element('dt', { text: name }), element('dd', {}, value));
  }
  if (!store.isBefore(row)) return list;
  return element('div', {}, [list, element('p', { class: 'note', text: t('beforeCapture') })]);
}

/** A moment after the origin and, below it, as the source's clock told it. */
function moment({ data, timeNs }: Group, ns: number, copyLabel: string): Node[] {
  // Where there is no clock there is nothing to add.
  if (hasNoClock()) return [element('span', { text: formatMoment(ns) })];
  const absolute = absoluteNs(data.originNs, timeNs(ns));
  const text = data.timeBasis === 'utc' ? utcText(absolute) : t('absoluteNs', { ns: absolute });
  return [
    element('span', { text: formatMoment(ns) }),
    element('span', { class: 'absolute', title: t('absoluteNs', { ns: absolute }) }, [
      text,
      ' ',
      copyButton(copyLabel, () => absolute),
    ]),
  ];
}
