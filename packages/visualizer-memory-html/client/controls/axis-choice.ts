import type { Group } from '../data/group.js';
import { element } from '../dom/element.js';
import { t } from '../text/text.js';
import type { ViewState } from '../view/view-state.js';

/** Whether a group can be drawn over time and over events. */
export function hasAxes({ data }: Group): boolean {
  return data.timeBasis !== 'event_index' && data.rows > 0;
}

/** Chooses whether charts are drawn over time or over the numbers of events. */
export function axisChoice(group: Group, view: ViewState): HTMLElement | undefined {
  if (!hasAxes(group)) return undefined;
  const box = element('input', { testId: 'axis-events', attributes: { type: 'checkbox' } });
  box.checked = view.choices.axis === 'events';
  box.addEventListener('change', () => view.choose({ axis: box.checked ? 'events' : 'time' }));
  return element('label', { class: 'check', title: t('axisEventsTitle') }, [box, t('axisEvents')]);
}
