import { loadCsv } from './ours.js';

/** What was read of an operator_memory.csv. */
export interface CsvCount {
  rows: number;
  bytes: number;
  /** Of all rows, summed up: two readers that agree in it have read the same numbers. */
  sizeKb: number;
}

const TIMES = /Time\(us\)$/;
const LABELS = ['Device Type', 'Stream Ptr'];

/** How each column of an operator_memory.csv is read: all of them, as the parser does. */
function fieldsOf(header: readonly string[]) {
  const typeOf = (name: string) => {
    if (name === 'Name') return 'text';
    if (LABELS.includes(name)) return 'label';
    return TIMES.test(name) ? 'time' : 'number';
  };
  const names = header.map((name) => name.replace('\uFEFF', '').trim());
  return Object.fromEntries(names.map((name, place) => [name, { place, type: typeOf(name) }]));
}

/** Reads an operator_memory.csv into columns, our way. */
export async function countCsv(path: string): Promise<CsvCount> {
  const { scanCsv, fileBytes } = await loadCsv();
  const scan = scanCsv(fileBytes(path), (header) => ({
    width: header.length,
    fields: fieldsOf(header),
  }));
  let rows = 0;
  let sizeKb = 0;
  for await (const batch of scan) {
    rows += batch.count;
    for (const size of batch.numbers('Size(KB)')) sizeKb += Math.abs(size);
  }
  return { rows, bytes: scan.report().bytes, sizeKb };
}
