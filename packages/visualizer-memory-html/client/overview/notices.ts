import type { OverviewData } from '../../src/page-data/overview-format.js';
import { element } from '../dom/element.js';
import { formatCount } from '../format/count.js';
import type { TextKey } from '../text/en.js';
import { t } from '../text/text.js';
import type { OverviewModel } from './model.js';
import { nameOf } from './names.js';

/** Names that are told of a list. */
const TOLD = 4;

const BASES: Readonly<Record<string, TextKey>> = {
  utc: 'basisUtc',
  local_clock: 'basisClock',
  event_index: 'basisEvents',
};

/** What a reader should know; nothing where there is nothing. */
export function noticeList(model: OverviewModel): HTMLElement | undefined {
  const { notices, groups, clocks } = model.data;
  const items = [
    ...clockTexts(clocks).map((text) => element('li', { class: 'clock-warning', text })),
    ...notices.map((notice) => {
      const some = someOf(notice.groups.map((group) => nameOf(groups[group])));
      const where = t('noticeGroups', {
        count: formatCount(notice.groups.length),
        all: formatCount(groups.length),
        some,
      });
      const message = notice.differs ? `${t('noticeDiffers')}: ${notice.message}` : notice.message;
      return element('li', {}, [
        message,
        ' ',
        element('span', { class: 'note', text: `(${where})` }),
      ]);
    }),
  ];
  if (items.length === 0) return undefined;
  return element('section', { class: 'card notices', testId: 'warnings' }, [
    element('h2', { text: t('overviewWarnings') }),
    element('ul', { class: 'plain-list' }, items),
  ]);
}

function clockTexts({ hosts, bases, apart }: OverviewData['clocks']): string[] {
  const texts: string[] = [];
  if (hosts.length > 0) texts.push(t('clocksHosts', { count: hosts.length, hosts: someOf(hosts) }));
  if (bases.length > 0) {
    const names = bases.map((basis) => (basis in BASES ? t(BASES[basis]) : basis));
    texts.push(t('clocksBases', { bases: names.join(', ') }));
  }
  for (const { role, step, ranks } of apart) {
    const names = someOf(ranks.map((rank) => t('rank', { rank })));
    texts.push(t('clocksApart', { step, role: role === '' ? t('noRole') : role, ranks: names }));
  }
  return texts;
}

function someOf(names: readonly string[]): string {
  const told = names.slice(0, TOLD).join(', ');
  return names.length > TOLD ? `${told} ${t('andMore', { count: names.length - TOLD })}` : told;
}
