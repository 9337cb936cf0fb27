import type { CsvRecord } from './record.js';

const decoder = new TextDecoder('utf-8', { ignoreBOM: true });

/** The text of a cell, doubled quotes made single. Not trimmed: a name may begin with a blank. */
export function cellText(record: CsvRecord, field: number): string {
  if (field >= record.count) return '';
  const text = decoder.decode(record.bytes.subarray(record.starts[field], record.ends[field]));
  return record.doubled[field] ? text.replaceAll('""', '"') : text;
}

/** All cells of a record as text. */
export function cellTexts(record: CsvRecord): string[] {
  return Array.from({ length: record.count }, (_, field) => cellText(record, field));
}

function isBlank(byte: number): boolean {
  return byte === 32 || byte === 9 || byte === 13 || byte === 10;
}

/** A cell without the blanks around it (torch_npu ends times with a tab). */
export class CellRange {
  start = 0;
  end = 0;

  /** Points at the cell; false when it is empty or says that there is no value (`N/A`). */
  select(record: CsvRecord, field: number): boolean {
    if (field < 0 || field >= record.count) return false;
    const { bytes } = record;
    let start = record.starts[field];
    let end = record.ends[field];
    while (start < end && isBlank(bytes[start])) start++;
    while (end > start && isBlank(bytes[end - 1])) end--;
    this.start = start;
    this.end = end;
    if (start === end) return false;
    const isNotAvailable =
      end - start === 3 &&
      bytes[start] === 78 &&
      bytes[start + 1] === 47 &&
      bytes[start + 2] === 65;
    return !isNotAvailable;
  }
}
