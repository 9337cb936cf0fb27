import { buildTable, MEMORY_SEGMENTS, nullableInt64 } from '@rl-insight/memory-contract';
import type { Table } from 'apache-arrow';
import type { SegmentRow } from '../snapshot/segment-book.js';
import { CodeBook } from './codes.js';
import { moments, type OwnedDevice, ownerColumns } from './owner.js';

/** The `memory_segments` of a device. */
export function segmentsTable(owned: OwnedDevice, metadata: ReadonlyMap<string, string>): Table {
  const { rows: segments } = owned.segments;
  const rows = segments.length;
  const times = (of: (segment: SegmentRow) => number) => moments(owned, segments.map(of));
  const texts = (of: (segment: SegmentRow) => string | null) => {
    const book = new CodeBook();
    const codes = Int32Array.from(segments, (segment) => {
      const text = of(segment);
      return text === null ? -1 : book.code(text);
    });
    return { codes, values: book.values };
  };
  return buildTable(
    MEMORY_SEGMENTS,
    rows,
    {
      ...ownerColumns(owned, rows),
      address: { values: BigUint64Array.from(segments, ({ address }) => address) },
      size_bytes: nullableInt64(Float64Array.from(segments, ({ bytes }) => bytes)),
      start_ns: times(({ startUs }) => startUs),
      end_ns: times(({ endUs }) => endUs),
      stream: texts(({ stream }) => stream),
      pool: texts(({ pool }) => pool),
    },
    metadata,
  );
}
