import type { Group } from '../data/group.js';
import { stretchLevelAt } from '../data/line.js';
import { element } from '../dom/element.js';
import { exactBytes, formatBytes } from '../format/bytes.js';
import { formatCount } from '../format/count.js';
import { formatMoment } from '../format/time.js';
import { t } from '../text/text.js';
import type { Moment } from '../view/choices.js';
import { type LiveRows, timeOf } from './live-rows.js';

interface Fact {
  readonly label: string;
  readonly bytes: number;
  /** What it means. */
  readonly meaning: string;
}

/** The level of a moment and what it is made of, each with a sentence that says what it means. */
export function holderFacts(
  group: Group,
  moment: Moment,
  live: LiveRows | undefined,
): HTMLElement[] {
  const { peak, unreleased } = group.data;
  if (moment.kind === 'unreleased') {
    const { largest, others } = unreleased;
    const bytes = largest.reduce((sum, holder) => sum + holder.bytes, others.bytes);
    const count = largest.reduce((sum, holder) => sum + holder.count, others.count);
    return [
      total(bytes, t('unreleasedFact', { count: formatCount(count) })),
      meaning(t('unreleasedMeaning')),
    ];
  }
  if (moment.kind === 'time' && moment.thread !== undefined) {
    if (live === undefined) return [];
    return [total(live.liveBytes, t('threadFact', { time: formatMoment(moment.ns) }))];
  }
  const ns = timeOf(group, moment);
  if (ns === undefined) return [meaning(t('nothingLive'))];
  const isPeak = moment.kind === 'peak' && peak !== null;
  const bytes = isPeak ? peak.bytes : (live?.liveBytes ?? stretchLevelAt(group.lines.live, ns));
  if (Number.isNaN(bytes)) return [meaning(t('notRecordedHere'))];
  const before = isPeak ? peak.beforeBytes : live?.beforeBytes;
  const facts: Fact[] = [];
  if (before !== undefined && before !== 0) {
    facts.push({ label: t('beforeFact'), bytes: before, meaning: t('beforeMeaning') });
  }
  const unused = unusedReserved(group, ns);
  if (unused !== undefined) {
    facts.push({ label: t('fragmentation'), bytes: unused, meaning: t('fragmentationMeaning') });
  }
  const untracked = untrackedBytes(group, ns);
  if (untracked > 0) {
    facts.push({ label: t('tableUntracked'), bytes: untracked, meaning: t('untrackedMeaning') });
  }
  const said = facts.map(({ label, meaning: sentence }) =>
    element('p', {}, [element('strong', { text: `${label}: ` }), sentence]),
  );
  return [
    total(bytes, t(isPeak ? 'peakFact' : 'liveFact', { time: formatMoment(ns) })),
    element(
      'dl',
      {},
      facts.flatMap(({ label, bytes: size, meaning: title }) => [
        element('dt', { text: label, title }),
        element('dd', { text: formatBytes(size), title: `${exactBytes(size)}. ${title}` }),
      ]),
    ),
    ...(said.length === 0
      ? []
      : [
          element('details', { class: 'meanings' }, [
            element('summary', { text: t('whatItMeans') }),
            ...said,
          ]),
        ]),
  ];
}

function total(bytes: number, text: string): HTMLElement {
  return element('p', { class: 'holder-total' }, [
    element('strong', { text: formatBytes(bytes), title: exactBytes(bytes) }),
    ` ${text}`,
  ]);
}

function meaning(text: string): HTMLElement {
  return element('p', { class: 'note', text });
}

/** What allocators have taken from the device and not given out; undefined where none reports that. */
function unusedReserved({ lines, captures }: Group, ns: number): number | undefined {
  const own = new Set(captures.flatMap(({ allocators }) => allocators.map((one) => one.allocator)));
  let unused: number | undefined;
  for (const reserved of lines.counters) {
    if (reserved.total !== 'reserved' || !own.has(reserved.component)) continue;
    const allocated = lines.counters.find(
      ({ component, total }) => component === reserved.component && total === 'allocated',
    );
    if (allocated === undefined) continue;
    const size = stretchLevelAt(reserved.stretches, ns) - stretchLevelAt(allocated.stretches, ns);
    if (!Number.isNaN(size)) unused = (unused ?? 0) + Math.max(0, size);
  }
  return unused;
}

function untrackedBytes({ captures }: Group, ns: number): number {
  const capture = captures.find(({ startNs, endNs }) => startNs <= ns && ns <= endNs);
  return capture?.allocators.reduce((sum, allocator) => sum + allocator.untrackedBytes, 0) ?? 0;
}
