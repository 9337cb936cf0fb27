import { parseArgs } from 'node:util';

/** What is wrong with a command line. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

export interface Arguments {
  readonly help: boolean;
  /** Ids of suites, in the order of the registry. */
  readonly suites: readonly string[];
  readonly runs: number;
  /** Measure only cases with this in their id. */
  readonly only: string | undefined;
  /** Folder for the inputs; undefined: one under the temporary folder of the system. */
  readonly data: string | undefined;
  readonly keep: boolean;
  /** Inputs of this share of their size. */
  readonly scale: number;
  readonly write: boolean;
}

const OPTIONS = {
  help: { type: 'boolean', short: 'h', default: false },
  runs: { type: 'string', default: '5' },
  only: { type: 'string' },
  data: { type: 'string' },
  keep: { type: 'boolean', default: false },
  scale: { type: 'string', default: '1' },
  write: { type: 'boolean', default: false },
} as const;

/** Takes a command line apart. `known` are the ids of the suites; none named means all. */
export function readArguments(words: readonly string[], known: readonly string[]): Arguments {
  const { values, positionals } = parse(words);
  const unknown = positionals.find((id) => !known.includes(id));
  if (unknown !== undefined) {
    throw new UsageError(`there is no suite ${unknown}; there is: ${known.join(', ')}`);
  }
  const runs = Number(values.runs);
  if (!Number.isInteger(runs) || runs < 1) {
    throw new UsageError(`--runs needs a whole number of at least 1, not ${values.runs}`);
  }
  const scale = Number(values.scale);
  if (!(scale > 0 && scale <= 1)) {
    throw new UsageError(`--scale needs a number above 0, at most 1, not ${values.scale}`);
  }
  if (values.write && (values.only !== undefined || scale !== 1)) {
    // The document holds whole suites at full size; parts of them would stand there as if they were.
    throw new UsageError('--write writes whole suites: leave out --only and --scale');
  }
  return {
    help: values.help,
    suites: known.filter((id) => positionals.length === 0 || positionals.includes(id)),
    runs,
    only: values.only,
    data: values.data,
    keep: values.keep || values.data !== undefined,
    scale,
    write: values.write,
  };
}

function parse(words: readonly string[]) {
  try {
    return parseArgs({ args: [...words], options: OPTIONS, allowPositionals: true });
  } catch (error) {
    throw new UsageError((error as Error).message);
  }
}

/** The help text; `suites` are the ids with the ids of their cases. */
export function helpText(suites: readonly (readonly [id: string, cases: readonly string[]])[]) {
  return [
    'Usage: npm run bench -- [suite …] [flags]',
    '',
    'Measures RL-Insight and what it is compared with, and prints tables of medians and ratios.',
    '',
    'Suites, with their cases:',
    ...suites.map(([id, cases]) => `  ${id}: ${cases.join(', ')}`),
    '',
    'Flags:',
    '  --runs <n>        runs of each program (5)',
    '  --only <text>     only the cases with this in their name',
    '  --data <folder>   keep the inputs (some GB) in this folder, and use those that are there',
    '  --keep            the same, in a folder under the temporary folder of the system',
    '  --scale <share>   smaller inputs, to try the bench itself (1)',
    '  --write           write the tables into docs/benchmarks.md',
    '  --help            print this',
    '',
  ].join('\n');
}
