import { hasAxes } from '../controls/axis-choice.js';
import { toggleDrawer } from '../controls/drawer-buttons.js';
import type { Group } from '../data/group.js';
import { nextChart } from '../view/offered.js';
import type { RangeControl } from '../view/range-control.js';
import type { ViewState } from '../view/view-state.js';

/** Part of the range that an arrow moves it by. */
const PAN_SHARE = 0.15;
const ZOOM_STEP = 2;

export interface KeyActions {
  readonly control: RangeControl;
  readonly view: ViewState;
  readonly group: Group;
  readonly focusSearch: () => void;
  /** Goes to the failed allocation before or after. */
  readonly stepFailure: (by: -1 | 1) => void;
  /** Goes to the event of the allocator before or after. */
  readonly stepEvent: (by: -1 | 1) => void;
  readonly toggleHelp: () => void;
}

/** The page by keyboard: arrows pan, + and − zoom, Home shows all, / searches, ? helps. */
export function followKeys({ control, view, group, ...parts }: KeyActions): void {
  const { focusSearch, toggleHelp, stepFailure, stepEvent } = parts;
  const pan = (share: number) => {
    const { left, right } = view.range;
    control.pan(view.range, (right - left) * share);
  };
  const actions: Readonly<Record<string, () => void>> = {
    ArrowLeft: () => pan(-PAN_SHARE),
    ArrowRight: () => pan(PAN_SHARE),
    '+': () => control.zoom(1 / ZOOM_STEP),
    '=': () => control.zoom(1 / ZOOM_STEP),
    '-': () => control.zoom(ZOOM_STEP),
    '−': () => control.zoom(ZOOM_STEP),
    Home: () => control.reset(),
    '/': focusSearch,
    '?': toggleHelp,
    m: () => view.choose({ chart: nextChart(group, view.choices.chart) }),
    p: () => view.choose({ moment: { kind: 'peak' } }),
    u: () => view.choose({ moment: { kind: 'unreleased' } }),
    ...(group.data.threads === null ? {} : { t: () => view.choose({ chart: 'threads' }) }),
    ...(hasAxes(group)
      ? { e: () => view.choose({ axis: view.choices.axis === 'events' ? 'time' : 'events' }) }
      : {}),
    ...(group.data.allocator === null
      ? {}
      : {
          a: () => view.choose({ chart: 'allocator' }),
          ',': () => stepEvent(-1),
          '.': () => stepEvent(1),
        }),
    ...(group.data.scopes === null ? {} : { s: () => toggleDrawer(view, 'scopes') }),
    ...(group.data.failures === null
      ? {}
      : {
          f: () => toggleDrawer(view, 'failures'),
          '[': () => stepFailure(-1),
          ']': () => stepFailure(1),
        }),
  };
  document.addEventListener('keydown', (event) => {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
    if (takesKeys(event.target, event.key)) return;
    const action = actions[event.key];
    if (action === undefined) return;
    event.preventDefault();
    action();
  });
}

/** Keys that step: lists to choose from begin with no such sign, and one steps right after choosing. */
const STEPPING = [',', '.', '[', ']'];

/** Whether a key is meant for the element itself. */
function takesKeys(target: EventTarget | null, key: string): boolean {
  if (!(target instanceof HTMLElement)) return false;
  if (target.matches('select')) return !STEPPING.includes(key);
  return target.matches('input, textarea, [contenteditable]');
}
