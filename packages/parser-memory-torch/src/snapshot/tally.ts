/** Counts what happens, and keeps the first of it as an example. */
export class Tally {
  count = 0;
  example: string | undefined;

  /** @param what of this one; asked for once */
  add(what: () => string): void {
    if (this.count++ === 0) this.example = what();
  }
}
