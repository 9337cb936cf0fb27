import { promisify } from 'node:util';
import { deflateRaw, deflateRawSync, type ZlibOptions } from 'node:zlib';
import type { PackedColumn, PackedColumns, PackedLine } from '../page-data/format.js';
import { type ColumnCoding, VarintWriter } from '../page-data/varint.js';
import type { LinePoints } from './line-points.js';

const deflateAside = promisify<Uint8Array, ZlibOptions, Buffer>(deflateRaw);

/**
 * On measured captures the default of 6 takes 1.6 times as long and saves 2 %: most columns are
 * times, sizes and counts, in which there is little to find.
 */
const LEVEL = 4;
/** Below this, asking another thread takes longer than the work. */
const SMALL_BYTES = 4096;

export interface ColumnInput {
  readonly name: string;
  readonly coding: ColumnCoding;
  readonly values: Float64Array;
}

/** Packed columns as they are kept until they are written: base64 is made in the file itself. */
export class DeflatedColumns implements PackedColumns {
  readonly rows: number;
  readonly columns: readonly PackedColumn[];
  readonly deflated: Buffer;

  constructor(rows: number, columns: readonly PackedColumn[], deflated: Buffer) {
    this.rows = rows;
    this.columns = columns;
    this.deflated = deflated;
  }

  get base64(): string {
    return this.deflated.toString('base64');
  }
}

/**
 * Packs columns of integers. They are written as varints at once, so that the memory they come from
 * can be used again, and deflated by other threads.
 */
export class Packer {
  /** Memory of columns that have been deflated. */
  readonly #free: VarintWriter[] = [];

  /** Packs the first `rows` values of columns; all are whole. */
  columns(rows: number, inputs: Iterable<ColumnInput>): Promise<DeflatedColumns> {
    const writer = this.#free.pop() ?? new VarintWriter();
    const columns = writeColumns(writer, rows, inputs);
    return this.#deflate(writer, rows, columns);
  }

  /** {@link columns} that are few, at once. */
  columnsNow(rows: number, inputs: Iterable<ColumnInput>): DeflatedColumns {
    const writer = new VarintWriter();
    const columns = writeColumns(writer, rows, inputs);
    return new DeflatedColumns(rows, columns, deflateRawSync(writer.bytes, { level: LEVEL }));
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

  async #deflate(
    writer: VarintWriter,
    rows: number,
    columns: readonly PackedColumn[],
  ): Promise<DeflatedColumns> {
    const { bytes } = writer;
    // All of it comes in one piece: deflating makes nothing much longer.
    const options = { level: LEVEL, chunkSize: bytes.length + 1024 };
    const deflated =
      bytes.length < SMALL_BYTES
        ? deflateRawSync(bytes, options)
        : await deflateAside(bytes, options);
    writer.clear();
    this.#free.push(writer);
    return new DeflatedColumns(rows, columns, deflated);
  }
}

function writeColumns(
  writer: VarintWriter,
  rows: number,
  inputs: Iterable<ColumnInput>,
): PackedColumn[] {
  const columns: PackedColumn[] = [];
  for (const { name, coding, values } of inputs) {
    const begin = writer.length;
    writer.add(values, rows, coding);
    columns.push({ name, coding, bytes: writer.length - begin });
  }
  return columns;
}
