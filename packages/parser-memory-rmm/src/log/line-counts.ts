/** Lines of one kind: how many, and the first of them. */
export interface LineCount {
  readonly count: number;
  readonly line: number;
  readonly text: string;
  /** Of a bad row: what is wrong with it. */
  readonly reason: string;
}

/** Characters of a line that a message shows. */
const SHOWN = 120;

/** A line as a message may show it. */
export function shownLine(text: string): string {
  return text.length > SHOWN ? `${text.slice(0, SHOWN)}…` : text;
}

/** Counts lines, and keeps the first as an example. */
export class LineCounter {
  #found: LineCount | undefined;

  add(line: number, text: string, reason = ''): void {
    const known = this.#found;
    this.#found =
      known === undefined
        ? { count: 1, line, text: shownLine(text), reason }
        : { ...known, count: known.count + 1 };
  }

  /** Undefined where there was none. */
  get found(): LineCount | undefined {
    return this.#found;
  }
}
