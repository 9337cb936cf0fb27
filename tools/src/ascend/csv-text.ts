/** A cell as Python's csv.writer writes it: quoted only if it must be. */
export function csvCell(text: string): string {
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** How lines of a table end and whether a byte order mark precedes them. */
export interface TableText {
  eol: 'crlf' | 'lf';
  /** Write a UTF-8 byte order mark first. */
  bom: boolean;
}

/** Lines with their ends; the byte order mark comes with the first one. */
export function* tableLines({ eol, bom }: TableText, lines: Iterable<string>): Generator<string> {
  const end = eol === 'crlf' ? '\r\n' : '\n';
  if (bom) yield '\u{FEFF}';
  for (const line of lines) yield line + end;
}
