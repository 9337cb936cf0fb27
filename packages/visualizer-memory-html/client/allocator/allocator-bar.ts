import type { Group } from '../data/group.js';
import { button, element } from '../dom/element.js';
import { t } from '../text/text.js';
import type { ViewState } from '../view/view-state.js';
import type { AllocatorNow } from './allocator-now.js';
import { allocatorSums, doubts, failureText } from './allocator-sums.js';
import { STEPS, type Steps } from './event-steps.js';
import { eventText } from './event-text.js';
import { SEGMENT_ORDERS, type SegmentOrder } from './tape.js';

export interface AllocatorBarParts {
  readonly group: Group;
  readonly view: ViewState;
  readonly now: AllocatorNow;
  /** By what sizes on the screen are multiplied; undefined: so that all is seen. */
  readonly zoom: (factor: number | undefined) => void;
}

const ZOOM_STEP = 2;
const STEP_TEXTS = {
  any: 'stepsAny',
  segments: 'stepsSegments',
  failures: 'stepsFailures',
} as const;
const ORDER_TEXTS = { address: 'byAddress', size: 'bySize' } as const;

/** What is said of the segments at the moment, and how one goes through events. */
export class AllocatorBar {
  readonly node: HTMLElement;
  readonly #parts: AllocatorBarParts;
  readonly #sums = element('div', { class: 'allocator-sums', testId: 'allocator-sums' });
  readonly #failure = element('p', { class: 'last-failure', testId: 'last-failure' });
  readonly #doubts = element('p', { class: 'note', testId: 'allocator-doubts' });
  readonly #event = element('span', {
    class: 'event-text',
    testId: 'allocator-event',
    attributes: { role: 'status' },
  });

  constructor(parts: AllocatorBarParts) {
    this.#parts = parts;
    const { view, now, zoom } = parts;
    const icon = (text: string, label: string, onClick: () => void, testId: string) =>
      button(text, onClick, {
        ...{ class: 'icon', title: label, testId },
        attributes: { 'aria-label': label },
      });
    const steps = choice('allocator-steps', t('stepBy'), STEPS, (name) => t(STEP_TEXTS[name]));
    steps.addEventListener('change', () => view.choose({ steps: steps.value as Steps }));
    const order = choice('segment-order', t('segmentOrder'), SEGMENT_ORDERS, (name) =>
      t(ORDER_TEXTS[name]),
    );
    order.addEventListener('change', () => view.choose({ segments: order.value as SegmentOrder }));
    const chosen = () => {
      steps.value = view.choices.steps;
      order.value = view.choices.segments;
    };
    view.on('steps', chosen);
    view.on('segments', chosen);
    chosen();
    this.node = element('div', { class: 'allocator-bar' }, [
      this.#sums,
      this.#failure,
      this.#doubts,
      element('div', { class: 'allocator-events' }, [
        icon('‹', t('eventBefore'), () => void now.step(-1), 'event-before'),
        icon('›', t('eventAfter'), () => void now.step(1), 'event-after'),
        steps,
        this.#event,
        element('span', { class: 'grow' }),
        order,
        icon('−', t('segmentsSmaller'), () => zoom(1 / ZOOM_STEP), 'segments-smaller'),
        icon('+', t('segmentsLarger'), () => zoom(ZOOM_STEP), 'segments-larger'),
        button(t('segmentsFit'), () => zoom(undefined), {
          testId: 'segments-fit',
          title: t('segmentsFitTitle'),
        }),
      ]),
    ]);
  }

  update(): void {
    const { group, now } = this.#parts;
    const { history, state } = now;
    if (history === undefined || state === undefined) return;
    this.#sums.replaceChildren(...allocatorSums(state));
    write(this.#failure, failureText(history, state));
    write(this.#doubts, doubts(group, history, state).join(' '));
    write(this.#event, eventText(group, history, state.at));
    this.#event.title = this.#event.textContent ?? '';
  }
}

function write(node: HTMLElement, text: string): void {
  if (node.textContent !== text) node.textContent = text;
  node.hidden = text === '';
}

function choice<Name extends string>(
  testId: string,
  label: string,
  names: readonly Name[],
  textOf: (name: Name) => string,
): HTMLSelectElement {
  return element(
    'select',
    { testId, title: label, attributes: { 'aria-label': label } },
    names.map((name) => element('option', { text: textOf(name), attributes: { value: name } })),
  );
}
