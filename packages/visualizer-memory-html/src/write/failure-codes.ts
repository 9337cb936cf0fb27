import { Interned } from './interned.js';

/** Threads and open ranges as codes: 0 for none. */
export class FailureCodes {
  readonly threads = new Interned((id: number) => id);
  readonly ranges = new Interned((name: string) => name);
  readonly open = new Interned((places: readonly number[]) => places.join());

  thread(id: number | null): number {
    return id === null ? 0 : this.threads.codeOf(id) + 1;
  }

  openRanges(names: readonly string[]): number {
    if (names.length === 0) return 0;
    return this.open.codeOf(names.map((name) => this.ranges.codeOf(name))) + 1;
  }
}
