import { element } from '../dom/element.js';
import { onResize } from '../dom/on-resize.js';
import { Tooltip } from '../dom/tooltip.js';
import { Themes } from '../style/theme.js';
import { t } from '../text/text.js';
import { outlierAnswer, peakAnswer } from './answer.js';
import { FindField } from './find-field.js';
import { GroupsTable } from './groups-table.js';
import { HeatMap } from './heat-map.js';
import type { OverviewModel } from './model.js';
import { noticeList } from './notices.js';
import { originFact } from './origin.js';
import { roleSummaries, roleTable } from './roles.js';

/** Draws the overview of all groups into an element of the page. */
export function drawOverview(page: HTMLElement, model: OverviewModel): void {
  const maps: HeatMap[] = [];
  const update = () => {
    for (const map of maps) map.update();
  };
  const themes = new Themes(update);
  const tooltip = new Tooltip(document.body);
  for (const [host, heading] of [
    [false, t('heatHeading')],
    [true, t('heatHostHeading')],
  ] as const) {
    const groups = model.ofKind(host);
    if (groups.length > 0) maps.push(new HeatMap(model, groups, heading, { themes, tooltip }));
  }
  const table = new GroupsTable(model);
  const find = new FindField(model, (groups) => {
    for (const part of [...maps, table]) part.filter(groups);
  });
  page.replaceChildren(
    element('header', { class: 'overview-header' }, [
      element('h1', { text: t('overviewTitle') }),
      originFact(model.data),
      element('span', { class: 'grow' }),
      find.node,
    ]),
    element('div', { class: 'answers' }, [
      peakAnswer(model),
      roleTable(model, roleSummaries(model)),
      outlierAnswer(model, () => {
        table.sortBy('outlier');
        table.node.scrollIntoView();
      }),
    ]),
    noticeList(model) ?? '',
    element('p', { class: 'note', text: `${t('heatHelp')} ${t('units')}` }),
    ...maps.map(({ node }) => node),
    table.node,
  );
  document.addEventListener('keydown', (event) => {
    if (event.key !== '/' || event.target instanceof HTMLInputElement) return;
    event.preventDefault();
    find.focus();
  });
  update();
  onResize(page, update);
  window.addEventListener('resize', update);
}
