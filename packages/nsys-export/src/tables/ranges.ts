import { type BatchBuilder, type BatchOptions, inBatches } from '../batches.js';
import { integerOrNull, numberOf, textOrNull } from '../cells.js';
import type { Cell, ReadOnlyDatabase, Row } from '../database/database.js';
import { Table } from '../database/table.js';
import { Enumeration, EVENT_TYPES } from './enumeration.js';
import { type Identities, nvtxText } from './identities.js';

export const RANGE_TABLE = 'NVTX_EVENTS';
const REQUIRED = ['start', 'eventType'];

/** Values of the column `kind`: nested on a thread, or free to overlap and to end on another. */
export const RANGE_KIND = { pushPop: 0, startEnd: 1 } as const;

/** Columns of some NVTX ranges, in the order of the table; each has memory of its own. */
export interface RangeBatch {
  readonly count: number;
  readonly startNs: BigInt64Array;
  /** Where `isOpen` is 1, no time. */
  readonly endNs: BigInt64Array;
  /** 1 where the range was open when the recording ended. */
  readonly isOpen: Uint8Array;
  /** One of {@link RANGE_KIND}. */
  readonly kind: Uint8Array;
  readonly names: readonly string[];
  /** Null for the default domain, and for one that the export does not name. */
  readonly domains: readonly (string | null)[];
  /** Place in `threads`; −1 where the row has none. */
  readonly thread: Int32Array;
  /** Place in `threads` of the one that ended it; for most ranges the same. */
  readonly endThread: Int32Array;
}

class RangeBuilder implements BatchBuilder<RangeBatch> {
  readonly #source: RangeSource;
  readonly #startNs: BigInt64Array;
  readonly #endNs: BigInt64Array;
  readonly #isOpen: Uint8Array;
  readonly #kind: Uint8Array;
  readonly #thread: Int32Array;
  readonly #endThread: Int32Array;
  readonly #names: string[] = [];
  readonly #domains: (string | null)[] = [];

  constructor(source: RangeSource, capacity: number) {
    this.#source = source;
    this.#startNs = new BigInt64Array(capacity);
    this.#endNs = new BigInt64Array(capacity);
    this.#isOpen = new Uint8Array(capacity);
    this.#kind = new Uint8Array(capacity);
    this.#thread = new Int32Array(capacity);
    this.#endThread = new Int32Array(capacity);
  }

  add(row: Row, place: number): void {
    const { identities } = this.#source;
    const start = integerOrNull(row.start) ?? 0n;
    const end = integerOrNull(row.end);
    const thread = identities.threadPlace(row.globalTid);
    this.#startNs[place] = start;
    // Where old versions have no NULL there is a 0.
    if (end === null || end < start) this.#isOpen[place] = 1;
    else this.#endNs[place] = end;
    this.#kind[place] = this.#source.kindOf(row);
    this.#thread[place] = thread;
    const isElsewhere = row.endGlobalTid !== null && row.endGlobalTid !== 0;
    this.#endThread[place] = isElsewhere ? identities.threadPlace(row.endGlobalTid) : thread;
    this.#names.push(textOrNull(row.name) ?? '');
    this.#domains.push(this.#source.domainOf(row, thread));
  }

  build(count: number): RangeBatch {
    return {
      count,
      startNs: this.#startNs.slice(0, count),
      endNs: this.#endNs.slice(0, count),
      isOpen: this.#isOpen.slice(0, count),
      kind: this.#kind.slice(0, count),
      names: this.#names,
      domains: this.#domains,
      thread: this.#thread.slice(0, count),
      endThread: this.#endThread.slice(0, count),
    };
  }
}

class RangeSource {
  readonly identities: Identities;
  readonly #startEnd: ReadonlySet<number>;
  readonly #domains: ReadonlyMap<string, string>;

  constructor(
    identities: Identities,
    startEnd: ReadonlySet<number>,
    domains: ReadonlyMap<string, string>,
  ) {
    this.identities = identities;
    this.#startEnd = startEnd;
    this.#domains = domains;
  }

  kindOf({ eventType }: Row): number {
    return this.#startEnd.has(numberOf(eventType)) ? RANGE_KIND.startEnd : RANGE_KIND.pushPop;
  }

  domainOf({ domainId }: Row, thread: number): string | null {
    if (domainId === null || domainId === 0) return null;
    return this.#domains.get(domainKey(this.identities, thread, domainId)) ?? null;
  }
}

/** Domains are numbered by each process anew. */
function domainKey(identities: Identities, thread: number, domainId: Cell | undefined): string {
  return `${identities.threads[thread]?.process ?? -1}/${domainId}`;
}

function readDomains(
  database: ReadOnlyDatabase,
  table: Table,
  identities: Identities,
  types: Enumeration,
): Map<string, string> {
  const domains = new Map<string, string>();
  const ids = types.idsOf(/^NvtxDomainCreate$/).join(', ');
  const columns = [table.columns('globalTid', 'domainId'), `${nvtxText(database, table)} AS name`];
  const sql = `SELECT ${columns.join(', ')} FROM ${RANGE_TABLE} WHERE eventType IN (${ids})`;
  for (const row of database.rows(sql)) {
    const name = textOrNull(row.name);
    const thread = identities.threadPlace(row.globalTid);
    if (name !== null) domains.set(domainKey(identities, thread, row.domainId), name);
  }
  return domains;
}

/** See `NsysExport.ranges`. */
export function* readRanges(
  database: ReadOnlyDatabase,
  identities: Identities,
  options: BatchOptions,
): Generator<RangeBatch, void> {
  const table = Table.find(database, RANGE_TABLE, REQUIRED);
  if (table === undefined) return;
  const types = Enumeration.read(database, 'ENUM_NSYS_EVENT_TYPE', EVENT_TYPES);
  const startEnd = types.idsOf(/^NvtxStartEndRange$/);
  const ids = [...types.idsOf(/^NvtxPushPopRange$/), ...startEnd].join(', ');
  const domains = readDomains(database, table, identities, types);
  const source = new RangeSource(identities, new Set(startEnd), domains);
  const columns = [
    table.columns('start', 'end', 'eventType', 'globalTid', 'endGlobalTid', 'domainId'),
    `${nvtxText(database, table)} AS name`,
  ];
  const rows = database.rows(
    `SELECT ${columns.join(', ')} FROM ${RANGE_TABLE} WHERE eventType IN (${ids})`,
  );
  yield* inBatches(rows, (capacity) => new RangeBuilder(source, capacity), options);
}
