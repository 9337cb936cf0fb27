/** What real files have wrong with them. */
export type ProblemKind =
  /** The array does not end: the writer was stopped, or is still writing. */
  | 'missing-end'
  /** The file ends in the middle of an event, which is lost. */
  | 'cut-event'
  /** A comma before the closing bracket. */
  | 'trailing-comma'
  /** Another array follows the first; its events are read too. */
  | 'second-array'
  /** Bytes that are not JSON; reading went on at the next event. */
  | 'malformed'
  /** A value in the array that is not an event. */
  | 'not-an-event'
  /** A time or number that is not one, such as NaN. */
  | 'unreadable-value'
  /** A value too long to be kept. */
  | 'value-too-long'
  /** Text that is not UTF-8. */
  | 'invalid-utf8'
  /** Something after the end. */
  | 'after-end'
  /** The compressed file is damaged or cut. */
  | 'damaged-compression';

export interface Problem {
  readonly kind: ProblemKind;
  readonly count: number;
  /** Where the first one is, bytes from the start of the (uncompressed) input; null: not known. */
  readonly byteOffset: number | null;
  /** Where the event begins that it is in, where that is known. */
  readonly eventOffset?: number;
  /** What was found there. */
  readonly detail: string;
}

/** What a scan has seen so far. */
export interface ScanReport {
  /** Bytes read, uncompressed. */
  readonly bytes: number;
  readonly events: number;
  readonly selected: number;
  /** Byte offsets of the first selected event and of the end of the last; null: none. */
  readonly selectedRange: { readonly begin: number; readonly end: number } | null;
  readonly problems: readonly Problem[];
}

/** Collects problems by kind: the first is the example, the others are counted. */
export class ProblemLog {
  readonly #problems = new Map<ProblemKind, Omit<Problem, 'kind' | 'count'> & { count: number }>();

  add(
    kind: ProblemKind,
    byteOffset: number | null,
    detail: string,
    count = 1,
    eventOffset?: number,
  ): void {
    const known = this.#problems.get(kind);
    if (known !== undefined) {
      known.count += count;
      return;
    }
    const event = eventOffset === undefined ? {} : { eventOffset };
    this.#problems.set(kind, { count, byteOffset, detail, ...event });
  }

  list(): Problem[] {
    return [...this.#problems].map(([kind, problem]) => ({ kind, ...problem }));
  }
}
