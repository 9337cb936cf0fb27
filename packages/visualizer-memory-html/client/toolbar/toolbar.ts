import { GROUPING_TEXTS, GROUPINGS, type GroupingName, tellsApart } from '../colour/groupings.js';
import type { Group } from '../data/group.js';
import { button, element } from '../dom/element.js';
import type { SearchBar } from '../search/search-bar.js';
import { t } from '../text/text.js';
import { chartsOf } from '../view/offered.js';
import type { ViewState } from '../view/view-state.js';

export interface ToolbarParts {
  readonly group: Group;
  readonly view: ViewState;
  readonly search: SearchBar;
  readonly onCsv: () => void;
  readonly onPicture: () => void;
}

/** What is chosen about the allocation chart, above it. */
export function toolbar({ group, view, search, onCsv, onPicture }: ToolbarParts): HTMLElement {
  const colour = element(
    'select',
    { testId: 'colour-by', attributes: { 'aria-label': t('colourBy') } },
    GROUPINGS.filter((name) => tellsApart(group, name)).map((name) =>
      element('option', { text: t(GROUPING_TEXTS[name]), attributes: { value: name } }),
    ),
  );
  colour.value = view.choices.colour;
  colour.addEventListener('change', () => view.choose({ colour: colour.value as GroupingName }));
  view.on('colour', () => {
    colour.value = view.choices.colour;
  });
  return element(
    'div',
    { class: 'toolbar', attributes: { role: 'toolbar', 'aria-label': t('allocationChart') } },
    [
      chartSwitch(group, view),
      element('label', { class: 'by' }, [t('colourBy'), colour]),
      search.node,
      element('span', { class: 'grow' }),
      button(t('downloadCsv'), onCsv, { testId: 'download-csv', title: t('downloadCsvTitle') }),
      button(t('savePicture'), onPicture, { testId: 'save-picture', title: t('savePictureTitle') }),
    ],
  );
}

const CHART_TEXTS = {
  lanes: 'chartLanes',
  map: 'chartMap',
  threads: 'chartThreads',
  allocator: 'chartAllocator',
} as const;

function chartSwitch(group: Group, view: ViewState): HTMLElement {
  const charts = chartsOf(group);
  const buttons = charts.map((name) =>
    button(t(CHART_TEXTS[name]), () => view.choose({ chart: name }), {
      testId: `chart-${name}`,
      title: t(`${CHART_TEXTS[name]}Title`),
    }),
  );
  const mark = () => {
    charts.forEach((name, i) => {
      buttons[i].setAttribute('aria-pressed', String(name === view.choices.chart));
    });
  };
  view.on('chart', mark);
  mark();
  return element('div', { class: 'switch', attributes: { role: 'group' } }, buttons);
}
