import { type EventBatch, type ScanOptions, type Selection, scanTrace } from '../src/index.js';

/** Bytes cut into pieces of a size. */
export function* inPieces(bytes: Uint8Array, size: number): Generator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.slice(at, at + size);
}

/** One event as a plain object: what a test compares. */
export type Row = Readonly<Record<string, string | number | bigint | null>>;

export function rowsOf(
  batch: EventBatch,
  selection: Selection,
  text: (code: number) => string,
): Row[] {
  return Array.from({ length: batch.count }, (_, i) => {
    const row: Record<string, string | number | bigint | null> = {};
    for (const [field, type] of Object.entries(selection.fields)) {
      if (type === 'number') {
        const value = batch.numbers(field)[i];
        row[field] = Number.isNaN(value) ? null : value;
      } else if (type === 'time') {
        const { seconds, nanos } = batch.times(field);
        row[field] = Number.isNaN(seconds[i])
          ? null
          : BigInt(seconds[i]) * 1_000_000_000n + BigInt(nanos[i]);
      } else {
        const code = batch.codes(field)[i];
        row[field] = code < 0 ? null : text(code);
      }
    }
    return row;
  });
}

/** Scans a trace and gives its events as objects, and what was wrong with it. */
export async function scan(
  trace: string | Uint8Array,
  selection: Selection,
  options: ScanOptions & { pieceBytes?: number } = {},
) {
  const bytes = typeof trace === 'string' ? new TextEncoder().encode(trace) : trace;
  const scanning = scanTrace(inPieces(bytes, options.pieceBytes ?? 1 << 16), selection, options);
  const rows: Row[] = [];
  for await (const batch of scanning) rows.push(...rowsOf(batch, selection, scanning.text));
  const report = scanning.report();
  return { rows, report, problems: report.problems.map(({ kind, count }) => `${kind} ×${count}`) };
}
