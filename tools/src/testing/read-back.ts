/** Small readers for the tests, written apart from the writers: they must not share a mistake with them. */

export type CsvRecord = Readonly<Record<string, string>>;

/** Splits CSV text into rows of cells: quotes, doubled quotes, newlines in cells. */
export function readCsv(text: string): string[][] {
  const rows: string[][] = [];
  let row: string[] = [];
  let cell = '';
  let quoted = false;
  for (let index = 0; index < text.length; index++) {
    const char = text[index] as string;
    if (quoted) {
      if (char !== '"') cell += char;
      else if (text[index + 1] === '"') {
        cell += '"';
        index++;
      } else quoted = false;
    } else if (char === '"') quoted = true;
    else if (char === ',') {
      row.push(cell);
      cell = '';
    } else if (char === '\n') {
      row.push(cell.replace(/\r$/, ''));
      rows.push(row);
      row = [];
      cell = '';
    } else cell += char;
  }
  return rows;
}

/** Rows as objects by header. */
export function readTable(text: string): CsvRecord[] {
  const [header = [], ...rows] = readCsv(text.replace(/^\u{FEFF}/u, ''));
  return rows.map((row) =>
    Object.fromEntries(header.map((name, index) => [name, row[index] ?? ''])),
  );
}

/** Decimal µs, with or without a tab after it, as exact ns; null for an empty cell. */
export function readNs(cell: string | undefined): bigint | null {
  const text = (cell ?? '').trim();
  if (text === '' || text === 'N/A') return null;
  const [whole = '', fraction = ''] = text.split('.');
  return BigInt(whole) * 1000n + BigInt(fraction.padEnd(3, '0'));
}

/** Decimal KB or MB as exact bytes; null for an empty cell. */
export function readBytes(cell: string | undefined, unit: 'KB' | 'MB'): number | null {
  const text = (cell ?? '').trim();
  if (text === '' || text === 'N/A') return null;
  return Number(text) * (unit === 'KB' ? 1024 : 1024 * 1024);
}

/** An event of a trace, as JSON.parse gives it, `ts` as text. */
export interface ReadEvent {
  ph: string;
  name: string;
  cat?: string;
  tid: number;
  ts?: string;
  dur?: number;
  id?: string;
  args?: Record<string, unknown>;
}

/** Parses a list of events; numeric times and ids become strings first, so that no digit is lost. */
export function readEvents(listText: string): ReadEvent[] {
  const exact = listText.replace(/"(ts|id)": ([0-9.]+)/g, '"$1": "$2"');
  return JSON.parse(exact) as ReadEvent[];
}

export function joinPieces(pieces: Iterable<string>): string {
  return [...pieces].join('');
}
