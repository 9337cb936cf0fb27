/** What a case found, in the parts that a person needs to mend it. */
export interface NonconformityParts {
  /** What is wrong, one sentence without its full stop. */
  readonly problem: string;
  /** Where: `table`, `column`, `row` (from 0), `file`, `case`, in the order they are given. */
  readonly where?: Readonly<Record<string, string | number | undefined>>;
  /** What was found there. */
  readonly found?: unknown;
  readonly expected?: unknown;
  /** What to do, one sentence. */
  readonly remedy: string;
  readonly cause?: unknown;
}

const LONGEST = 300;

/** A value as text on one line; long ones are cut. */
export function shown(value: unknown): string {
  const text =
    typeof value === 'string'
      ? JSON.stringify(value)
      : typeof value === 'bigint'
        ? String(value)
        : value instanceof Error
          ? `${value.name}: ${value.message}`
          : typeof value === 'object' && value !== null
            ? (JSON.stringify(value) ?? String(value))
            : String(value);
  return text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text;
}

/** A plugin does not do what it has to: the message says what, where, what is expected, what to do. */
export class Nonconformity extends Error {
  constructor({ problem, where = {}, remedy, cause, ...values }: NonconformityParts) {
    const places = Object.entries(where)
      .filter(([, at]) => at !== undefined)
      .map(([name, at]) => `${name} ${at}`);
    const lines = [
      `${problem}.`,
      ...(places.length > 0 ? [`  where:    ${places.join(', ')}`] : []),
      ...('found' in values ? [`  found:    ${shown(values.found)}`] : []),
      ...('expected' in values ? [`  expected: ${shown(values.expected)}`] : []),
      `  to do:    ${remedy}`,
    ];
    super(lines.join('\n'), cause === undefined ? undefined : { cause });
    this.name = 'Nonconformity';
  }
}
