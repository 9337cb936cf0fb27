const COLUMNS = ['name', 'stack', 'thread', 'allocator', 'kind', 'range'] as const;

/** What is known of an allocation besides when and how much: a code each. */
export type Site = Readonly<Record<(typeof COLUMNS)[number], number>>;

/** Columns of sites, by row. */
export class BlockSites implements Record<keyof Site, Int32Array> {
  /** Codes of texts. */
  name: Int32Array;
  stack: Int32Array;
  /** Place in the export's `threads`; −1 where it is not known. */
  thread: Int32Array;
  /** Place in `ALLOCATORS`. */
  allocator: Int32Array;
  /** Place in the export's `memoryKinds`; −1 where it is not known. */
  kind: Int32Array;
  /** Row of the range; −1 for none. */
  range: Int32Array;

  /** @param rows that there is room for to begin with; memory that nobody writes to costs nothing */
  constructor(rows: number) {
    this.name = new Int32Array(rows);
    this.stack = new Int32Array(rows);
    this.thread = new Int32Array(rows);
    this.allocator = new Int32Array(rows);
    this.kind = new Int32Array(rows);
    this.range = new Int32Array(rows);
  }

  /** Makes room for a row. */
  reserve(row: number): void {
    if (row < this.name.length) return;
    const room = Math.max(1024, row * 2);
    for (const name of COLUMNS) {
      const larger = new Int32Array(room);
      larger.set(this[name]);
      this[name] = larger;
    }
  }
}
