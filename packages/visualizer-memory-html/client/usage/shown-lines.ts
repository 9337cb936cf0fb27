import type { UsageLine } from './usage-lines.js';

interface Choice {
  readonly chosen: ReadonlyMap<string, boolean>;
  /** The line that is shown alone. */
  readonly alone: string | undefined;
}

/** Which lines the reader wants to see. */
export class ShownLines {
  #now: Choice = { chosen: new Map(), alone: undefined };
  #before: Choice = this.#now;

  readonly has = (line: UsageLine): boolean => {
    const { alone, chosen } = this.#now;
    return alone === undefined ? (chosen.get(line.id) ?? line.shownFirst) : line.id === alone;
  };

  /** Shows or hides a line; `all` are the lines there are. */
  toggle(line: UsageLine, all: readonly UsageLine[]): void {
    this.#before = this.#now;
    const { alone, chosen } = this.#now;
    if (alone === line.id) this.#now = { chosen, alone: undefined };
    else {
      const next = new Map(all.map((each) => [each.id, this.has(each)]));
      next.set(line.id, !this.has(line));
      this.#now = { chosen: next, alone: undefined };
    }
  }

  /** Takes the last {@link toggle} back. */
  untoggle(): void {
    this.#now = this.#before;
  }

  /** Shows one line alone, or again all that were shown before. */
  isolate(line: UsageLine): void {
    const { alone, chosen } = this.#now;
    this.#now = { chosen, alone: alone === line.id ? undefined : line.id };
  }
}
