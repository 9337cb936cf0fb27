import {
  type AllocatorHistory,
  type AllocatorState,
  allocatorState,
} from '@rl-insight/memory-model';
import type { Group } from '../data/group.js';
import type { LazyPart } from '../data/lazy-part.js';
import type { ViewState } from '../view/view-state.js';
import { stepFrom } from './event-steps.js';
import { stateOf } from './moment-state.js';

export interface AllocatorNowParts {
  readonly group: Group;
  readonly view: ViewState;
  readonly history: LazyPart<AllocatorHistory>;
  /** Brings a time into view. */
  readonly reveal: (ns: number) => void;
}

/** What the allocator's memory is at the moment that the reader asks about. */
export class AllocatorNow {
  readonly #parts: AllocatorNowParts;
  #state: AllocatorState | undefined;

  constructor(parts: AllocatorNowParts) {
    this.#parts = parts;
  }

  get history(): AllocatorHistory | undefined {
    return this.#parts.history.value;
  }

  /** Undefined until its file is loaded. */
  get state(): AllocatorState | undefined {
    const { history } = this;
    if (history === undefined) return undefined;
    const { group, view } = this.#parts;
    const at = stateOf(history, view.choices.moment, group.data);
    if (this.#state?.at !== at) this.#state = allocatorState(history, at);
    return this.#state;
  }

  /** Whether the moment is that of the event that led to the state, and not one after it. */
  get isAtEvent(): boolean {
    const { history, state } = this;
    const { moment } = this.#parts.view.choices;
    if (history === undefined || state === undefined || moment.kind !== 'time') return false;
    return history.events.timeNs[state.at - 1] === moment.ns;
  }

  /** Goes to the event before or after the moment; resolves when it is chosen. */
  async step(by: -1 | 1): Promise<void> {
    const { history: part, view, reveal } = this.#parts;
    await part.load();
    const { history, state } = this;
    if (history === undefined || state === undefined) return;
    // Before a moment between two events there is the one that led to the state.
    const from = by < 0 && !this.isAtEvent ? state.at + 1 : state.at;
    const event = stepFrom(history, from, by, view.choices.steps);
    if (event === undefined) return;
    const ns = history.events.timeNs[event - 1];
    view.choose({ moment: { kind: 'time', ns, event } });
    reveal(ns);
  }
}
