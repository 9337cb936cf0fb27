import { type TimeUnit, UNIT_DIGITS } from '@rl-insight/trace-scan/decimal';

/** A header cell such as `Allocation Time(us)`, taken apart. */
export interface HeaderCell {
  readonly name: string;
  /** What stands in the parentheses, in lower case; '' where there are none. */
  readonly unit: string;
}

const WITH_UNIT = /^(.*?)\s*\(\s*([A-Za-z]+)\s*\)$/;

export function parseHeaderCell(text: string): HeaderCell {
  const trimmed = text.replace('\uFEFF', '').trim();
  const match = WITH_UNIT.exec(trimmed);
  if (match === null) return { name: trimmed, unit: '' };
  return { name: match[1], unit: match[2].toLowerCase() };
}

/** Columns are found by name, never by place; a name that is missing has place −1. */
export class Header {
  readonly cells: readonly HeaderCell[];
  readonly texts: readonly string[];

  constructor(texts: readonly string[]) {
    this.texts = texts.map((text) => text.replace('\uFEFF', '').trim());
    this.cells = texts.map(parseHeaderCell);
  }

  /** How many cells a record has at least: trailing commas make nameless ones. */
  get width(): number {
    let width = this.cells.length;
    while (width > 0 && this.texts[width - 1] === '') width--;
    return width;
  }

  /** The place of the first of `names` that is there, whatever its unit; −1 for none. */
  place(...names: readonly string[]): number {
    for (const name of names) {
      const wanted = name.toLowerCase();
      const place = this.cells.findIndex((cell) => cell.name.toLowerCase() === wanted);
      if (place >= 0) return place;
    }
    return -1;
  }

  /** Bytes of one unit of a size column; undefined for a unit that is not one of size. */
  bytesPerUnit(place: number): number | undefined {
    return place < 0 ? undefined : SIZE_UNITS.get(this.cells[place].unit);
  }

  /** Unit of a time column; undefined for one that is not of time. */
  timeUnit(place: number): TimeUnit | undefined {
    if (place < 0) return undefined;
    const { unit } = this.cells[place];
    return unit in UNIT_DIGITS ? (unit as TimeUnit) : undefined;
  }
}

const SIZE_UNITS = new Map([
  ['b', 1],
  ['bytes', 1],
  ['byte', 1],
  ['kb', 1024],
  ['kib', 1024],
  ['mb', 1024 ** 2],
  ['mib', 1024 ** 2],
  ['gb', 1024 ** 3],
  ['gib', 1024 ** 3],
]);
