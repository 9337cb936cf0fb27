import type { AllocatorEntry, CaptureEntry, GroupData } from '../../src/page-data/format.js';
import { element } from '../dom/element.js';
import { exactBytes, formatBytes } from '../format/bytes.js';
import { formatCount } from '../format/count.js';
import { axisText } from '../format/time.js';
import type { TextKey } from '../text/en.js';
import { t } from '../text/text.js';

const SOURCES: Readonly<Record<string, readonly [TextKey, TextKey]>> = {
  counters: ['sourceCounters', 'sourceCountersMeaning'],
  final_state: ['sourceFinal', 'sourceFinalMeaning'],
  releases: ['sourceReleases', 'sourceReleasesMeaning'],
  none: ['sourceNone', 'sourceNoneMeaning'],
};

const HEADINGS: readonly TextKey[] = [
  'tableAllocator',
  'tableStart',
  'tableStartSource',
  'tablePeak',
  'tablePeakTime',
  'tableEnd',
  'tableUnknownReleases',
  'tableUntracked',
  'tableMatches',
];

/** What is known of each allocator of each capture. */
export function allocatorsTable({ captures }: GroupData): HTMLElement {
  if (captures.every(({ allocators }) => allocators.length === 0)) {
    return element('p', { text: t('noAllocators') });
  }
  const several = captures.length > 1;
  const headings = several ? (['tableCapture', ...HEADINGS] as const) : HEADINGS;
  const head = element(
    'tr',
    {},
    headings.map((key) => element('th', { text: t(key), attributes: { scope: 'col' } })),
  );
  const rows = captures.flatMap((capture, i) => captureRows(capture, several ? i : undefined));
  return element('div', {}, [
    element('table', { class: 'allocators' }, [
      element('thead', {}, [head]),
      element('tbody', {}, rows),
    ]),
    element('p', { class: 'note', text: t('allocatorsNote') }),
  ]);
}

function captureRows(capture: CaptureEntry, number: number | undefined): HTMLElement[] {
  const name =
    number === undefined
      ? undefined
      : capture.step === null
        ? String(number)
        : t('stepOf', { step: capture.step });
  const rows = capture.allocators.map((allocator) => row(allocator, name));
  if (capture.allocators.length < 2) return rows;
  const cells = [
    ...(name === undefined ? [] : [element('td', { text: name })]),
    element('th', { text: t('tableAll'), attributes: { scope: 'row' } }),
    bytesCell(capture.allocators.reduce((sum, { startBytes }) => sum + startBytes, 0)),
    element('td'),
    bytesCell(capture.peakBytes),
    element('td', { class: 'number', text: axisText(capture.peakNs) }),
    bytesCell(capture.endBytes),
    element('td'),
    element('td'),
    element('td'),
  ];
  return [...rows, element('tr', { class: 'sum' }, cells)];
}

function row(entry: AllocatorEntry, capture: string | undefined): HTMLElement {
  const [source, meaning] = SOURCES[entry.startSource] ?? SOURCES.none;
  const matches =
    entry.matchesReported === null
      ? 'matchesUnknown'
      : entry.matchesReported
        ? 'matchesYes'
        : 'matchesNo';
  return element('tr', {}, [
    ...(capture === undefined ? [] : [element('td', { text: capture })]),
    element('th', { text: entry.allocator, attributes: { scope: 'row' } }),
    bytesCell(entry.startBytes),
    element('td', { text: t(source), title: t(meaning) }),
    bytesCell(entry.peakBytes),
    element('td', { class: 'number', text: axisText(entry.peakNs) }),
    bytesCell(entry.endBytes),
    countedBytesCell(entry.unknownReleases, entry.unknownReleaseBytes),
    bytesCell(entry.untrackedBytes),
    element('td', { class: matches === 'matchesNo' ? 'bad' : '', text: t(matches) }),
  ]);
}

function bytesCell(bytes: number): HTMLElement {
  return element('td', { class: 'number', text: formatBytes(bytes), title: exactBytes(bytes) });
}

function countedBytesCell(count: number, bytes: number): HTMLElement {
  const text = count === 0 ? '0' : `${formatCount(count)} · ${formatBytes(bytes)}`;
  return element('td', { class: 'number', text, title: exactBytes(bytes) });
}
