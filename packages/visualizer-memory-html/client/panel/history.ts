/** The allocations whose panels were open, to go back and forward through. */
export class PanelHistory {
  #visited: number[] = [];
  #at = -1;

  /** A panel was opened; what was ahead is forgotten. */
  visit(row: number): void {
    if (this.#visited[this.#at] === row) return;
    this.#visited = [...this.#visited.slice(0, this.#at + 1), row];
    this.#at = this.#visited.length - 1;
  }

  get canGoBack(): boolean {
    return this.#at > 0;
  }

  get canGoForward(): boolean {
    return this.#at < this.#visited.length - 1;
  }

  /** Moves by one and gives the allocation there. */
  go(by: -1 | 1): number | undefined {
    const row = this.#visited[this.#at + by];
    if (row !== undefined) this.#at += by;
    return row;
  }

  clear(): void {
    this.#visited = [];
    this.#at = -1;
  }
}
