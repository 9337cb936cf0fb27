/** Counts what was met, and keeps the first as an example. */
export class Tally {
  count = 0;
  example: string | undefined;

  add(example: () => string): void {
    if (this.count++ === 0) this.example = example();
  }
}
