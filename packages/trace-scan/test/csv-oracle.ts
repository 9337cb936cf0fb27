import { parse } from 'csv-parse/sync';

/** The records of a CSV text, read by csv-parse, which knows nothing of our scanner. */
export function recordsByCsvParse(text: string): string[][] {
  return parse(text, {
    bom: true,
    relax_quotes: true,
    relax_column_count: true,
    skip_empty_lines: true,
    record_delimiter: ['\r\n', '\n'],
  });
}
