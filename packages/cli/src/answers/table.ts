/** How a column of a printed table is laid out. */
export interface TableColumn {
  readonly title: string;
  readonly align: 'left' | 'right';
  /** Which side may be cut so that the table fits. */
  readonly shrinks?: 'begin' | 'end';
}

const GAP = '  ';
const LEAST = 8;

function cut(text: string, width: number, side: TableColumn['shrinks']): string {
  const characters = [...text];
  if (characters.length <= width) return text;
  return side === 'begin'
    ? `…${characters.slice(1 - width).join('')}`
    : `${characters.slice(0, width - 1).join('')}…`;
}

function lengthOf(text: string): number {
  return [...text].length;
}

/** Rows as lines of a table that fits `width`; columns that may shrink are cut, the last first. */
export function tableLines(
  columns: readonly TableColumn[],
  rows: readonly (readonly string[])[],
  width: number,
  indent = '  ',
): string[] {
  const all = [columns.map(({ title }) => title), ...rows];
  const widths = columns.map((_, i) =>
    all.reduce((most, row) => Math.max(most, lengthOf(row[i])), 0),
  );
  const gaps = indent.length + GAP.length * (columns.length - 1);
  const total = widths.reduce((a, b) => a + b, gaps);
  const shrinking = columns.flatMap(({ shrinks }, i) => (shrinks ? [i] : []));
  let over = total - width;
  for (const i of shrinking.reverse()) {
    if (over <= 0) break;
    const less = Math.min(over, Math.max(0, widths[i] - LEAST));
    widths[i] -= less;
    over -= less;
  }
  return all.map((row) => {
    const cells = row.map((text, i) => {
      const short = cut(text, widths[i], columns[i].shrinks);
      const blank = ' '.repeat(widths[i] - lengthOf(short));
      return columns[i].align === 'left' ? short + blank : blank + short;
    });
    return `${indent}${cells.join(GAP)}`.trimEnd();
  });
}
