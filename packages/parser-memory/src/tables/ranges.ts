import {
  buildTable,
  type ColumnValues,
  MEMORY_RANGES,
  nullableInt64,
} from '@rl-insight/memory-contract';
import type { Table } from 'apache-arrow';
import type { KeptRows } from './kept-rows.js';
import type { DevicePart } from './part.js';
import { TextCodes } from './text-codes.js';

/** A capture's rows of a device, and the window that is kept of it. */
interface RangesPart {
  readonly part: DevicePart;
  readonly kept: KeptRows;
}

interface Range {
  readonly kind: 'step' | 'annotation';
  readonly name: string;
  readonly captureId: number;
  readonly startNs: bigint;
  readonly endNs: bigint;
  readonly threadId: number;
  readonly processId: number;
}

/** Training steps and user annotations of a capture's trace, those of the kept step. */
function rangesOf({ part, kept }: RangesPart, captureId: number, step: number | null): Range[] {
  const { attribution, capture, originNs } = part.content;
  if (attribution === undefined) return [];
  const isWhole = step === null || capture.step !== null;
  const window = kept.window ?? { startNs: Number.NEGATIVE_INFINITY, endNs: Number.MAX_VALUE };
  const steps = attribution.steps
    .filter((range) => isWhole || range.step === step)
    .map((range) => ({ ...range, kind: 'step' as const, name: `ProfilerStep#${range.step}` }));
  const annotations = attribution.annotations
    .filter(({ startNs, endNs }) => endNs >= window.startNs && startNs <= window.endNs)
    .map((range) => ({ ...range, kind: 'annotation' as const }));
  return [...steps, ...annotations]
    .sort((a, b) => a.startNs - b.startNs || b.endNs - a.endNs)
    .map(({ kind, name, startNs, endNs, threadId, processId }) => ({
      ...{ kind, name, captureId, threadId, processId },
      startNs: originNs + BigInt(startNs),
      endNs: originNs + BigInt(endNs),
    }));
}

/** The `memory_ranges` of a group; undefined where its traces have none. */
export function rangesTable(
  parts: readonly RangesPart[],
  { role, rank, device }: { readonly role: string; readonly rank: number; readonly device: string },
  metadata: ReadonlyMap<string, string>,
  step: number | null,
): Table | undefined {
  const ranges = parts.flatMap((part, captureId) => rangesOf(part, captureId, step));
  const rows = ranges.length;
  if (rows === 0) return undefined;
  const texts = (of: (range: Range) => string): ColumnValues => {
    const names = new TextCodes();
    return {
      codes: Int32Array.from(ranges, (range) => names.code(of(range))),
      values: names.values,
    };
  };
  return buildTable(
    MEMORY_RANGES,
    rows,
    {
      range_id: { values: BigInt64Array.from(ranges, (_, id) => BigInt(id)) },
      name: texts(({ name }) => name),
      kind: texts(({ kind }) => kind),
      start_ns: { values: BigInt64Array.from(ranges, ({ startNs }) => startNs) },
      end_ns: { values: BigInt64Array.from(ranges, ({ endNs }) => endNs) },
      role: texts(() => role),
      rank_id: { values: new Int32Array(rows).fill(rank) },
      device_type: texts(() => device),
      capture_id: { values: Int32Array.from(ranges, ({ captureId }) => captureId) },
      process_id: nullableInt64(Float64Array.from(ranges, ({ processId }) => processId)),
      thread_id: nullableInt64(Float64Array.from(ranges, ({ threadId }) => threadId)),
    },
    metadata,
  );
}
