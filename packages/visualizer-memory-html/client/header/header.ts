import type { GroupData } from '../../src/page-data/format.js';
import type { Windows } from '../data/windows.js';
import { copyButton } from '../dom/copy-button.js';
import { element } from '../dom/element.js';
import { fullBytes } from '../format/bytes.js';
import { formatCount } from '../format/count.js';
import { utcText } from '../format/time.js';
import { t } from '../text/text.js';
import { allocatorsTable } from './allocators-table.js';
import { dropDown } from './drop-down.js';
import { segmentNav } from './segment-nav.js';
import { stackSummary } from './stack-summary.js';
import { warningList } from './warnings.js';

/** Says what the page shows. */
export function header(data: GroupData, windows: Windows): HTMLElement {
  return element('header', { class: 'page-header' }, [
    element('div', { class: 'title-row' }, [
      title(data),
      element('span', { class: 'units', testId: 'units', text: t('units') }),
      element('span', { class: 'grow' }),
      segmentNav(windows),
      data.overviewPage === null
        ? undefined
        : element('a', {
            class: 'overview-link',
            text: t('allRanks'),
            attributes: { href: data.overviewPage },
          }),
    ]),
    element('div', { class: 'fact-row' }, [captureFact(data), originFact(data), countFact(data)]),
    element('div', { class: 'fact-row' }, [
      stackSummary(data),
      element('span', { class: 'grow' }),
      dropDown(t('allocators'), [allocatorsTable(data)], 'allocators'),
      warningList(data),
    ]),
  ]);
}

function title({ info }: GroupData): HTMLElement {
  const { role, rank_id, device_type } = info;
  const part = (name: string, text: string) =>
    element('span', { class: `title-part ${name}`, text });
  return element('h1', {}, [
    part('role', role === '' ? t('noRole') : role),
    part('rank', t('rank', { rank: rank_id })),
    part('device', device_type),
    part('what', t('pageTitle')),
  ]);
}

function fact(name: string, testId: string, children: readonly (Node | string)[]): HTMLElement {
  return element('div', { class: 'fact', testId }, [
    element('span', { class: 'fact-name', text: name }),
    ...children,
  ]);
}

/** The files that the group was read from; their common folder is told once. */
function captureFact({ captures }: GroupData): HTMLElement {
  const files = captures.flatMap(({ sources, step }) =>
    sources.map((source) => (step === null ? source : `${t('stepOf', { step })}: ${source}`)),
  );
  if (files.length === 0) return fact(t('captures'), 'captures', [t('noSources')]);
  const folder = commonFolder(captures.flatMap(({ sources }) => sources));
  const list = element(
    'ul',
    { class: 'files' },
    files.map((file) => element('li', { text: file })),
  );
  const shown = folder === '' ? files[0] : folder;
  const count = files.length === 1 ? t('oneFile') : t('moreFiles', { count: files.length });
  return fact(t('captures'), 'captures', [
    element('span', { class: 'capture-path', text: shown, title: shown }),
    dropDown(count, [list], 'files'),
  ]);
}

function commonFolder(paths: readonly string[]): string {
  const split = paths.map((path) => path.split('/').slice(0, -1));
  const [first = []] = split;
  let length = 0;
  while (length < first.length && split.every((parts) => parts[length] === first[length])) length++;
  return first.slice(0, length).join('/');
}

function originFact({ originNs, timeBasis }: GroupData): HTMLElement {
  const [text, hint] =
    timeBasis === 'utc'
      ? [utcText(originNs), t('originUtcTitle', { ns: originNs })]
      : [t(timeBasis === 'event_index' ? 'originEvents' : 'originClock', { ns: originNs }), ''];
  return fact(t('origin'), 'origin', [
    element('span', { class: 'origin', text, title: hint }),
    copyButton(t('copyOrigin'), () => originNs),
  ]);
}

function countFact({ rows, released, allocatedBytes, paired }: GroupData): HTMLElement {
  const counts = {
    rows: formatCount(rows),
    released: formatCount(released),
    unreleased: formatCount(rows - released),
  };
  const title = t('countsTitle', { size: fullBytes(allocatedBytes) });
  const text = paired ? t('countsText', counts) : t('countsUnpaired', { rows: counts.rows });
  return fact(t('counts'), 'counts', [element('span', { text, title })]);
}
