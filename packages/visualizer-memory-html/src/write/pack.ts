import { createDeflateRaw, deflateRawSync, type ZlibOptions, constants as zlib } from 'node:zlib';
import type { PackedColumn, PackedColumns, PackedLine } from '../page-data/format.js';
import { type ColumnCoding, VarintWriter } from '../page-data/varint.js';
import type { LinePoints } from './line-points.js';

/**
 * On measured captures the default of 6 takes twice as long as 4 and saves 2 %. In times there is
 * nothing to find but that some bytes are more frequent: looking for more takes three times as long
 * and saves 2 % of them.
 */
const DEFLATE: Readonly<Record<ColumnKind, ZlibOptions>> = {
  codes: { level: 4 },
  times: { level: 4, strategy: zlib.Z_RLE },
};
/** Below this, asking another thread takes longer than the work. */
const SMALL_BYTES = 4096;

/** What a column is like: with much that comes again, or with next to nothing. */
export type ColumnKind = 'codes' | 'times';

export interface ColumnInput {
  readonly name: string;
  readonly coding: Exclude<ColumnCoding, 'runs'>;
  readonly values: Float64Array | Int32Array;
  /** `codes` when it is left out. */
  readonly kind?: ColumnKind;
}

/** Packed columns as they are kept until they are written: base64 is made in the file itself. */
export class DeflatedColumns implements PackedColumns {
  readonly rows: number;
  readonly columns: readonly PackedColumn[];
  /** One deflated stream. */
  readonly pieces: readonly Uint8Array[];

  constructor(rows: number, columns: readonly PackedColumn[], pieces: readonly Uint8Array[]) {
    this.rows = rows;
    this.columns = columns;
    this.pieces = pieces;
  }

  get base64(): string {
    return Buffer.concat(this.pieces).toString('base64');
  }
}

/**
 * Packs columns of integers. They are written as varints at once, so that the memory they come from
 * can be used again, and deflated by other threads.
 */
export class Packer {
  /** Memory of columns that have been deflated. */
  readonly #free: VarintWriter[] = [];

  /** Columns of `rows` values that are given one by one. */
  open(rows: number): ColumnPack {
    const writer = this.#free.pop() ?? new VarintWriter();
    return new ColumnPack(rows, writer, () => {
      writer.clear();
      this.#free.push(writer);
    });
  }

  /** Packs the first `rows` values of columns; all are whole. */
  columns(rows: number, inputs: readonly ColumnInput[]): Promise<DeflatedColumns> {
    const pack = this.open(rows);
    for (const input of inputs) pack.add(input);
    return pack.close();
  }

  /** {@link columns} that are few, at once. */
  columnsNow(rows: number, inputs: readonly ColumnInput[]): DeflatedColumns {
    const pack = this.open(rows);
    for (const input of inputs) pack.add(input);
    return pack.closeNow();
  }

  /** Packs the points of a line, its times later by `shift`. */
  async line(points: LinePoints, shift: number): Promise<PackedLine> {
    points.shift(shift);
    const breaks = [...points.breaks];
    const packed = await this.columns(points.count, [
      { name: 'time', coding: 'delta', values: points.timeNs },
      { name: 'value', coding: 'delta', values: points.value },
    ]);
    return { packed, breaks };
  }
}

/** Columns that are being packed. */
export class ColumnPack {
  readonly #rows: number;
  readonly #writer: VarintWriter;
  readonly #release: () => void;
  readonly #columns: PackedColumn[] = [];
  /** Stretches of columns of one kind, and where they begin. */
  readonly #stretches: { readonly kind: ColumnKind; readonly begin: number }[] = [];

  constructor(rows: number, writer: VarintWriter, release: () => void) {
    this.#rows = rows;
    this.#writer = writer;
    this.#release = release;
  }

  add({ name, coding, values, kind = 'codes' }: ColumnInput): void {
    const begin = this.#writer.length;
    if (this.#stretches.at(-1)?.kind !== kind) this.#stretches.push({ kind, begin });
    if (values instanceof Int32Array && coding === 'unsigned' && hasRuns(values, this.#rows)) {
      this.#writer.addRuns(values, this.#rows);
      this.#columns.push({ name, coding: 'runs', bytes: this.#writer.length - begin });
      return;
    }
    const unit = this.#writer.add(values, this.#rows, coding);
    const bytes = this.#writer.length - begin;
    this.#columns.push({ name, coding, bytes, ...(unit === 1 ? {} : { unit }) });
  }

  async close(): Promise<DeflatedColumns> {
    if (this.#writer.length < SMALL_BYTES) return this.closeNow();
    const pieces = await Promise.all(
      this.#parts().map(({ bytes, options }) => deflateAside(bytes, options)),
    );
    return this.#finish(pieces.flat());
  }

  closeNow(): DeflatedColumns {
    return this.#finish(this.#parts().map(({ bytes, options }) => deflateRawSync(bytes, options)));
  }

  #finish(pieces: readonly Uint8Array[]): DeflatedColumns {
    this.#release();
    return new DeflatedColumns(this.#rows, this.#columns, pieces);
  }

  /** What is deflated by itself. All but the last end so that the next one goes on with the stream. */
  #parts(): { readonly bytes: Uint8Array; readonly options: ZlibOptions }[] {
    const { bytes: all } = this.#writer;
    if (this.#stretches.length === 0) this.#stretches.push({ kind: 'codes', begin: 0 });
    return this.#stretches.map(({ kind, begin }, i) => {
      const next = this.#stretches.at(i + 1);
      const bytes = all.subarray(begin, next?.begin);
      const flush = next === undefined ? zlib.Z_FINISH : zlib.Z_SYNC_FLUSH;
      // Deflating makes nothing much longer: there is room for all that comes out.
      const chunkSize = bytes.length + 1024;
      return { bytes, options: { ...DEFLATE[kind], flush, finishFlush: flush, chunkSize } };
    });
  }
}

/** Shorter runs than this are read no faster than their values one by one. */
const LEAST_RUN = 8;

/** Whether values come in runs; their beginning tells. */
function hasRuns(values: Int32Array, count: number): boolean {
  const looked = Math.min(count, 4096);
  let runs = 1;
  for (let i = 1; i < looked; i++) if (values[i] !== values[i - 1]) runs++;
  return looked / runs >= LEAST_RUN;
}

/** Deflates in another thread. What comes out is left in pieces: joining them would copy it. */
function deflateAside(bytes: Uint8Array, options: ZlibOptions): Promise<Uint8Array[]> {
  return new Promise((resolve, reject) => {
    const pieces: Uint8Array[] = [];
    createDeflateRaw(options)
      .on('data', (piece) => pieces.push(piece))
      .on('end', () => resolve(pieces))
      .on('error', reject)
      .end(bytes);
  });
}
