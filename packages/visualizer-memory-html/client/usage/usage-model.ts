import type { Group } from '../data/group.js';
import type { TimeRange } from '../data/windows.js';
import { ShownLines } from './shown-lines.js';
import { type LevelRange, yRange } from './usage-figure.js';
import { type UsageLine, usageLines } from './usage-lines.js';

/** The lines of the usage chart, which of them are shown, and the levels that its axis goes over. */
export class UsageModel {
  readonly shown = new ShownLines();
  lines: readonly UsageLine[] = [];
  levels: LevelRange = { low: 0, high: 1 };
  fromZero = true;
  readonly #group: Group;

  constructor(group: Group, range: TimeRange) {
    this.#group = group;
    this.update(range);
  }

  /** The lines that are shown now. */
  get visible(): readonly UsageLine[] {
    return this.lines.filter(this.shown.has);
  }

  /** Takes what is loaded by now, and fits the levels to a range. */
  update(range: TimeRange): void {
    this.lines = usageLines(this.#group);
    this.levels = yRange(this.visible, range, this.fromZero);
  }
}
