import type { OverviewGroup } from '../../src/page-data/overview-format.js';
import { button, element } from '../dom/element.js';
import { exactBytes, formatBytes } from '../format/bytes.js';
import { formatCount } from '../format/count.js';
import { formatMoment, utcText } from '../format/time.js';
import { t } from '../text/text.js';
import type { OverviewModel } from './model.js';
import { indexOfLargest, nameOf, percent } from './names.js';

/** Outliers that are told at once. */
const TOLD = 3;

/** Which rank sets the peak of the run? */
export function peakAnswer(model: OverviewModel): HTMLElement {
  const highest = indexOfLargest(model.ofKind(false), (group) => model.groups[group].peakBytes);
  const heading = element('h2', { text: t('answerHeading') });
  const card = (children: readonly (Node | undefined)[]) =>
    element('section', { class: 'card answer', testId: 'answer' }, [heading, ...children]);
  if (highest === undefined || model.groups[highest].peakBytes === 0) {
    return card([element('p', { text: t('answerNone') })]);
  }
  const group = model.groups[highest];
  const { originNs, timeBasis } = model.data;
  const moment = String(BigInt(originNs) + BigInt(group.peakNs));
  return card([
    element('p', { class: 'answer-size', title: exactBytes(group.peakBytes) }, [
      formatBytes(group.peakBytes),
    ]),
    element('p', {}, [
      element('a', {
        text: t('answerPeak', { who: nameOf(group), device: group.device }),
        attributes: { href: model.peakHref(highest) },
      }),
    ]),
    element('p', { class: 'note' }, [
      `${exactBytes(group.peakBytes)}, ${t('answerWhen', { time: formatMoment(group.peakNs) })}`,
    ]),
    timeBasis === 'utc'
      ? element('p', { class: 'note', text: utcText(moment), title: `${moment} ns` })
      : undefined,
  ]);
}

/** Which ranks are unlike the others? */
export function outlierAnswer(model: OverviewModel, showInTable: () => void): HTMLElement {
  const outliers = model.groups
    .filter(({ outlier }) => outlier !== null)
    .sort((a, b) => off(b) - off(a));
  const heading = element('h2', { text: t('outliersHeading') });
  const section = (children: readonly (Node | undefined)[]) =>
    element('section', { class: 'card', testId: 'outliers' }, [heading, ...children]);
  if (outliers.length === 0) {
    return section([element('p', { text: t(canTell(model) ? 'outliersNone' : 'outliersFew') })]);
  }
  const counts = {
    count: formatCount(outliers.length),
    all: formatCount(model.groups.length),
  };
  return section([
    element('p', { text: t(outliers.length === 1 ? 'outlierOne' : 'outlierMany', counts) }),
    element('ul', { class: 'plain-list' }, [
      ...outliers.slice(0, TOLD).map((group) => outlierItem(model, group)),
      outliers.length > TOLD
        ? element('li', { text: t('andMore', { count: formatCount(outliers.length - TOLD) }) })
        : undefined,
    ]),
    button(t('showOutliers'), showInTable, { class: 'link' }),
  ]);
}

function off({ outlier }: OverviewGroup): number {
  return Math.abs(outlier?.deviation ?? 0);
}

/** Whether any role has ranks enough to be compared. */
function canTell({ groups }: OverviewModel): boolean {
  const counts = new Map<string, number>();
  for (const { role } of groups) counts.set(role, (counts.get(role) ?? 0) + 1);
  return Math.max(...counts.values()) >= 3;
}

function outlierItem(model: OverviewModel, group: OverviewGroup): HTMLElement {
  const { outlier } = group;
  return element('li', { title: outlierMeaning(group) }, [
    element('a', {
      text: t('outlierItem', { who: nameOf(group), deviation: percent(outlier?.deviation ?? 0) }),
      attributes: { href: model.peakHref(model.groups.indexOf(group)) },
    }),
  ]);
}

/** What an outlier was compared with. */
export function outlierMeaning({ outlier }: OverviewGroup): string {
  if (outlier === null) return '';
  const { medianBytes, parallelGroup } = outlier;
  return t('outlierMedian', {
    median: formatBytes(medianBytes),
    compared:
      parallelGroup === null ? t('comparedRole') : t('comparedGroup', { group: parallelGroup }),
  });
}
