import type { Group } from '../data/group.js';
import { element } from '../dom/element.js';
import { t } from '../text/text.js';
import { AXES, type AxisName } from '../view/choices.js';
import type { ViewState } from '../view/view-state.js';

/** Whether a group can be drawn over time and over events. */
export function hasAxes({ data }: Group): boolean {
  return data.timeBasis !== 'event_index' && data.rows > 0;
}

const AXIS_TEXTS = { time: 'axisTime', events: 'axisEvents' } as const;

/** Chooses whether charts are drawn over time or over the numbers of events: the unit of the range. */
export function axisChoice(group: Group, view: ViewState): HTMLElement | undefined {
  if (!hasAxes(group)) return undefined;
  const select = element(
    'select',
    { testId: 'axis', title: t('axisTitle'), attributes: { 'aria-label': t('axisTitle') } },
    AXES.map((name) =>
      element('option', { text: t(AXIS_TEXTS[name]), attributes: { value: name } }),
    ),
  );
  select.value = view.choices.axis;
  select.addEventListener('change', () => view.choose({ axis: select.value as AxisName }));
  return select;
}
