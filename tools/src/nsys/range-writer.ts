import type { DatabaseWriter, Values } from './database-writer.js';
import type { NsysSettings } from './options.js';
import type { NsysCounts, TrueStartEnd } from './truth.js';

/** Ids of the event types. */
const TYPE = { category: 33, mark: 34, thread: 39, pushPop: 59, startEnd: 60, domain: 75 } as const;

/** Scopes of this domain; the others are in the default one. */
const DOMAIN = { id: 1, name: 'libcudf', scopes: ['sort', 'hash/partition'] } as const;

/** Start/end ranges that are open at once, at most. */
const OPEN_AT_ONCE = 3;

interface OpenRange {
  readonly name: string;
  readonly startNs: number;
}

/** Writes the NVTX rows of one process. */
export class RangeWriter {
  readonly startEnd: TrueStartEnd[] = [];
  readonly #database: DatabaseWriter;
  readonly #settings: NsysSettings;
  readonly #counts: NsysCounts;
  readonly #globalTid: (threadId: number) => bigint;
  readonly #open = new Map<number, OpenRange[]>();
  #rows = 0;
  #entered = 0;

  constructor(
    database: DatabaseWriter,
    settings: NsysSettings,
    counts: NsysCounts,
    globalTid: (threadId: number) => bigint,
  ) {
    this.#database = database;
    this.#settings = settings;
    this.#counts = counts;
    this.#globalTid = globalTid;
  }

  /** What a program tells before anything else. */
  begin(threadId: number, startNs: number): void {
    const row = { start: startNs, globalTid: this.#globalTid(threadId) };
    this.#add({ ...row, eventType: TYPE.domain, domainId: DOMAIN.id }, DOMAIN.name);
    this.#add({ ...row, eventType: TYPE.category, category: 7, domainId: 0 }, 'a category');
    this.#add({ ...row, eventType: TYPE.thread, domainId: 0 }, 'main thread');
  }

  enter(threadId: number, name: string, startNs: number): void {
    const open = this.#open.get(threadId) ?? [];
    open.push({ name, startNs });
    this.#open.set(threadId, open);
    const every = this.#settings.startEndEvery;
    if (every > 0 && this.#entered++ % every === 0) this.#startRange(threadId, startNs);
  }

  exit(threadId: number, endNs: number): void {
    const range = this.#open.get(threadId)?.pop();
    if (range === undefined) throw new RangeError('no range is open');
    this.#pushPop(threadId, range, endNs);
  }

  /** Writes what is still open. */
  end(): void {
    for (const [threadId, ranges] of this.#open) {
      for (const range of ranges) this.#pushPop(threadId, range, null);
    }
    for (const range of this.startEnd.filter(({ endNs }) => endNs === null)) {
      this.#writeStartEnd(range);
    }
  }

  /** Each is ended by a thread that starts a later one. */
  #startRange(threadId: number, startNs: number): void {
    const id = this.startEnd.length;
    const oldest = this.startEnd[id - OPEN_AT_ONCE];
    if (oldest !== undefined) {
      oldest.endNs = startNs;
      oldest.endThreadId = threadId;
      this.#writeStartEnd(oldest);
    }
    this.startEnd.push({
      ...{ name: `step ${id}`, threadId, startNs },
      ...{ endNs: null, endThreadId: null },
    });
    const mark = { start: startNs, eventType: TYPE.mark, domainId: 0 };
    this.#add({ ...mark, globalTid: this.#globalTid(threadId) }, `mark ${id}`);
  }

  #writeStartEnd(range: TrueStartEnd): void {
    const { name, threadId, startNs, endNs, endThreadId } = range;
    this.#add(
      {
        ...{ start: startNs, end: endNs, eventType: TYPE.startEnd },
        ...{ globalTid: this.#globalTid(threadId), domainId: 0 },
        rangeId: this.startEnd.indexOf(range) + 1,
        endGlobalTid: endThreadId === null ? null : this.#globalTid(endThreadId),
      },
      name,
    );
  }

  #pushPop(threadId: number, { name, startNs }: OpenRange, endNs: number | null): void {
    this.#counts.pushPopRanges++;
    if (endNs === null) this.#counts.openRanges++;
    const isInDomain = (DOMAIN.scopes as readonly string[]).includes(name);
    this.#add(
      {
        ...{ start: startNs, end: endNs, eventType: TYPE.pushPop },
        ...{ globalTid: this.#globalTid(threadId), domainId: isInDomain ? DOMAIN.id : 0 },
      },
      name,
    );
  }

  #add(values: Values, name: string): void {
    const eventId = this.#rows++;
    const { names } = this.#settings;
    const isRegistered = names === 'registered' || (names === 'mixed' && eventId % 3 === 0);
    this.#database.add('NVTX_EVENTS', {
      ...values,
      text: isRegistered ? null : name,
      textId: isRegistered ? this.#database.stringId(name) : null,
      eventId,
    });
  }
}
