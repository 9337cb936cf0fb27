/** What is known of a range when it begins. */
export interface RangeBegin {
  /** As the program gave it. */
  readonly name: string;
  readonly path: string;
  /** Allocations inside it count for no scope. */
  readonly excluded: boolean;
  /** Whether it is a scope itself; if not, it is a part of the paths of those inside it. */
  readonly isScope: boolean;
  readonly timeNs: number;
}

/** An entry into a range while time goes by. Bytes are those of its thread's allocations inside it. */
export class OpenEntry {
  readonly name: string;
  readonly path: string;
  readonly excluded: boolean;
  readonly isScope: boolean;
  readonly startNs: number;
  /** Allocated inside it, and not yet released by anybody. */
  outstanding = 0;
  /** The largest that got, and when it first was that. */
  max = 0;
  maxNs: number;
  /** Outstanding when it ended; NaN while it is open. */
  left = Number.NaN;
  endNs = Number.NaN;

  constructor({ name, path, excluded, isScope, timeNs }: RangeBegin) {
    this.name = name;
    this.path = path;
    this.excluded = excluded;
    this.isScope = isScope;
    this.startNs = timeNs;
    this.maxNs = timeNs;
  }

  /** What was left when it ended; what is outstanding while it is open. */
  get leftBytes(): number {
    return Number.isNaN(this.left) ? this.outstanding : this.left;
  }
}

/**
 * The entries that an allocation counts for: the innermost one, and those around it. Blocks that were
 * allocated under the same open ranges have the same one.
 */
export interface ScopeContext {
  readonly entry: OpenEntry;
  readonly outer: ScopeContext | undefined;
}

/** The ranges that are open on a thread while time goes by. */
export class ThreadScopes {
  /** The outermost first. */
  readonly #contexts: ScopeContext[] = [];
  #excluded = 0;

  enter(begin: RangeBegin): OpenEntry {
    const entry = new OpenEntry(begin);
    if (entry.excluded) this.#excluded++;
    this.#contexts.push({ entry, outer: this.#contexts.at(-1) });
    return entry;
  }

  /** Ends an entry, which is not always the innermost one. False when it is not open. */
  exit(entry: OpenEntry, timeNs: number): boolean {
    const contexts = this.#contexts;
    const place = contexts.findLastIndex((context) => context.entry === entry);
    if (place < 0) return false;
    entry.left = entry.outstanding;
    entry.endNs = timeNs;
    if (entry.excluded) this.#excluded--;
    contexts.splice(place, 1);
    // What goes on around and inside it is counted without it from now on.
    for (let i = place; i < contexts.length; i++) {
      contexts[i] = { entry: contexts[i].entry, outer: contexts[i - 1] };
    }
    return true;
  }

  /** What an allocation counts for now; undefined where no range is open, or an excluded one is. */
  get context(): ScopeContext | undefined {
    return this.#excluded > 0 ? undefined : this.#contexts.at(-1);
  }
}

/** Counts an allocation for all that are open around it. */
export function allocateIn(context: ScopeContext | undefined, bytes: number, timeNs: number): void {
  for (let at = context; at !== undefined; at = at.outer) {
    const { entry } = at;
    entry.outstanding += bytes;
    if (entry.outstanding <= entry.max) continue;
    entry.max = entry.outstanding;
    entry.maxNs = timeNs;
  }
}

/** Takes back what {@link allocateIn} counted, whoever releases the block and whenever. */
export function releaseFrom(context: ScopeContext | undefined, bytes: number): void {
  for (let at = context; at !== undefined; at = at.outer) at.entry.outstanding -= bytes;
}

/** The innermost entry of a context that is a scope. */
export function innermostScope(context: ScopeContext | undefined): OpenEntry | undefined {
  for (let at = context; at !== undefined; at = at.outer) if (at.entry.isScope) return at.entry;
  return undefined;
}
