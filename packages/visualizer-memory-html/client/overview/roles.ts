import { element } from '../dom/element.js';
import { exactBytes, formatBytes } from '../format/bytes.js';
import { formatCount } from '../format/count.js';
import { t } from '../text/text.js';
import { heatRows } from './heat-rows.js';
import type { OverviewModel } from './model.js';
import { indexOfLargest, median, nameOf } from './names.js';

/** What the groups of a role come to. */
export interface RoleSummary {
  readonly role: string;
  readonly groups: readonly number[];
  /** Group with the role's highest peak. */
  readonly highest: number;
  readonly medianBytes: number;
  /** On how many of the devices that it shares with other roles it sets the peak. */
  readonly sets: number;
  readonly shared: number;
}

/** Roles of device memory, those with the highest peak first. */
export function roleSummaries(model: OverviewModel): RoleSummary[] {
  const groups = model.ofKind(false);
  const peak = (group: number) => model.groups[group].peakBytes;
  const shared = heatRows(model, groups)
    .map(({ lanes }) => lanes.flat())
    .filter((members) => members.length > 1);
  const setters = shared.map((members) => indexOfLargest(members, peak));
  return [...new Set(groups.map((group) => model.groups[group].role))]
    .map((role): RoleSummary => {
      const own = groups.filter((group) => model.groups[group].role === role);
      const isOwn = (group: number | undefined) =>
        group !== undefined && model.groups[group].role === role;
      return {
        role,
        groups: own,
        highest: indexOfLargest(own, peak) ?? own[0],
        medianBytes: median(own.map(peak)),
        sets: setters.filter(isOwn).length,
        shared: shared.filter((members) => members.some(isOwn)).length,
      };
    })
    .sort((a, b) => peak(b.highest) - peak(a.highest));
}

/** Which role sets the peak? Nothing where there is one role. */
export function roleTable(
  model: OverviewModel,
  roles: readonly RoleSummary[],
): HTMLElement | undefined {
  if (roles.length < 2) return undefined;
  const head = [
    t('rolesRole'),
    t('rolesRanks'),
    t('rolesPeak'),
    t('rolesPeakRank'),
    t('rolesMedian'),
    t('rolesSets'),
  ].map((text, i) =>
    element('th', {
      text,
      class: i === 0 || i === 3 ? '' : 'number',
      attributes: { scope: 'col' },
    }),
  );
  const rows = roles.map((summary) => {
    const { role, groups, highest, medianBytes, sets, shared } = summary;
    const { peakBytes } = model.groups[highest];
    const name = role === '' ? t('noRole') : role;
    const sizeCell = (bytes: number) =>
      element('td', { class: 'number', text: formatBytes(bytes), title: exactBytes(bytes) });
    return element('tr', {}, [
      element('th', { text: name, title: name, attributes: { scope: 'row' } }),
      element('td', { class: 'number', text: formatCount(groups.length) }),
      sizeCell(peakBytes),
      element('td', {}, [
        element('a', {
          text: t('rank', { rank: model.groups[highest].rank }),
          title: nameOf(model.groups[highest]),
          attributes: { href: model.peakHref(highest) },
        }),
      ]),
      sizeCell(medianBytes),
      element('td', {
        class: 'number',
        text: shared === 0 ? '' : t('rolesSetsOf', { count: sets, all: shared }),
      }),
    ]);
  });
  return element('section', { class: 'card', testId: 'roles' }, [
    element('h2', { text: t('rolesHeading') }),
    element('table', { class: 'plain-table' }, [
      element('thead', {}, [element('tr', {}, head)]),
      element('tbody', {}, rows),
    ]),
  ]);
}
