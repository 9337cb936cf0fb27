/** Rows of a table that could not be used, by reason: how many, and the line of the first. */
export interface BadRows {
  readonly reason: string;
  readonly count: number;
  /** From 1. */
  readonly line: number;
}

export class BadRowLog {
  readonly #byReason = new Map<string, { count: number; line: number }>();

  add(reason: string, line: number, count = 1): void {
    const known = this.#byReason.get(reason);
    if (known === undefined) this.#byReason.set(reason, { count, line });
    else known.count += count;
  }

  get total(): number {
    let total = 0;
    for (const { count } of this.#byReason.values()) total += count;
    return total;
  }

  /** By line of the first. */
  list(): BadRows[] {
    const reasons = [...this.#byReason].map(([reason, rows]) => ({ reason, ...rows }));
    return reasons.sort((a, b) => a.line - b.line);
  }
}
