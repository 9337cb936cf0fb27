import { once } from 'node:events';
import { createReadStream } from 'node:fs';
import { parse } from 'csv-parse';
import { answer, pathArgument } from './answer.js';

/** Columns of text; the other columns hold numbers. */
const TEXTS: readonly string[] = ['Name', 'Stream Ptr', 'Device Type'];

interface Column {
  push(cell: string): void;
}

class NumberColumn implements Column {
  #values = new Float64Array(1024);
  #length = 0;

  push(cell: string): void {
    // Blanks around a number, such as the tab after a time, are no matter to `Number`.
    this.pushNumber(cell === '' ? Number.NaN : Number(cell));
  }

  pushNumber(value: number): void {
    if (this.#length === this.#values.length) {
      const larger = new Float64Array(this.#length * 2);
      larger.set(this.#values);
      this.#values = larger;
    }
    this.#values[this.#length++] = value;
  }

  values(): Float64Array {
    return this.#values.subarray(0, this.#length);
  }
}

class TextColumn implements Column {
  readonly #codes = new Map<string, number>();
  readonly #column = new NumberColumn();

  push(cell: string): void {
    let code = this.#codes.get(cell);
    if (code === undefined) {
      code = this.#codes.size;
      this.#codes.set(cell, code);
    }
    this.#column.pushNumber(code);
  }
}

const path = pathArgument();

await answer(async () => {
  const source = createReadStream(path);
  const parser = source.pipe(parse({ bom: true, relax_column_count: true }));
  let header: string[] = [];
  let columns: Column[] = [];
  let rows = 0;
  parser.on('readable', () => {
    for (let record = parser.read(); record !== null; record = parser.read()) {
      if (columns.length === 0) {
        header = record;
        columns = header.map((name) =>
          TEXTS.includes(name) ? new TextColumn() : new NumberColumn(),
        );
        continue;
      }
      for (let i = 0; i < columns.length; i++) columns[i].push(record[i] ?? '');
      rows++;
    }
  });
  await once(parser, 'end');
  const sizes = columns[header.indexOf('Size(KB)')] as NumberColumn;
  let sizeKb = 0;
  for (const size of sizes.values()) sizeKb += Math.abs(size);
  return { rows, bytes: source.bytesRead, sizeKb };
});
