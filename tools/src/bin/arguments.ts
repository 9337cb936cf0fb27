import { parseArgs } from 'node:util';
import type { FormatRequest } from '../ascend/capture.js';
import type { CapturesRequest } from '../ascend/captures.js';
import { type CaptureRequest, VARIANTS } from '../ascend/options.js';
import { FLAGS, type FlagName } from './flags.js';

/** What is wrong with a command line. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

export interface Arguments {
  help: boolean;
  /** Folder for the captures. */
  root: string;
  request: CapturesRequest;
}

const SIZE = /^(\d+(?:\.\d+)?)(k|m|g)?b?$/i;
const FACTORS: Readonly<Record<string, number>> = { k: 1e3, m: 1e6, g: 1e9 };

/** The values of the flags that were given, read as what they should be. */
class Flags {
  readonly #values: Readonly<Record<string, string | boolean | undefined>>;

  constructor(values: Readonly<Record<string, string | boolean | undefined>>) {
    this.#values = values;
  }

  text(name: FlagName): string | undefined {
    const value = this.#values[name];
    return typeof value === 'string' ? value : undefined;
  }

  flag(name: FlagName): boolean | undefined {
    const value = this.#values[name];
    return typeof value === 'boolean' ? value : undefined;
  }

  /** A number, also as `1_000`, `20MB` or `1.2GB`. */
  number(name: FlagName): number | undefined {
    const text = this.text(name);
    return text === undefined ? undefined : readNumber(name, text);
  }

  numbers(name: FlagName): number[] | undefined {
    return this.list(name)?.map((text) => readNumber(name, text));
  }

  list(name: FlagName): string[] | undefined {
    const text = this.text(name);
    return text?.split(',').filter((item) => item !== '');
  }

  choice<T extends string>(name: FlagName, choices: readonly T[]): T | undefined {
    const text = this.text(name);
    if (text === undefined) return undefined;
    const choice = choices.find((candidate) => candidate === text);
    if (choice === undefined) {
      throw new UsageError(`--${name} must be one of ${choices.join(', ')}, not ${text}`);
    }
    return choice;
  }
}

function readNumber(name: string, text: string): number {
  const match = SIZE.exec(text.replaceAll('_', ''));
  if (match === null) throw new UsageError(`--${name} needs a number, not ${text}`);
  return Number(match[1]) * (FACTORS[(match[2] ?? '').toLowerCase()] ?? 1);
}

/** The entries that are not undefined, so that what was not given keeps its default. */
function given<T extends object>(values: { [K in keyof T]: T[K] | undefined }): Partial<T> {
  const entries = Object.entries(values).filter(([, value]) => value !== undefined);
  return Object.fromEntries(entries) as Partial<T>;
}

function captureRequest(flags: Flags): CaptureRequest {
  return given<CaptureRequest>({
    seed: flags.text('seed'),
    allocations: flags.number('allocations'),
    geAllocations: flags.number('ge-allocations'),
    devices: flags.choice('devices', ['1', '2']) === '2' ? 2 : undefined,
    distinctStacks: flags.number('stacks'),
    stackDepth: flags.number('stack-depth'),
    unreleasedShare: flags.number('unreleased'),
    blocksFromBefore: given({
      count: flags.number('before'),
      released: flags.number('before-released'),
    }),
    variant: flags.choice('variant', VARIANTS),
    emptyNames: flags.number('empty-names'),
    oddNames: flags.flag('odd-names'),
    ties: flags.flag('ties'),
    trace:
      flags.flag('trace') === false
        ? false
        : given({
            backwardThread: flags.flag('backward-thread'),
            queue: flags.flag('queue'),
            profilerSteps: flags.numbers('profiler-steps'),
          }),
  });
}

function formatRequest(flags: Flags): FormatRequest {
  const slices = flags.number('module-mem');
  return given<FormatRequest>({
    eol: flags.choice('eol', ['crlf', 'lf']),
    bom: flags.flag('bom'),
    quoteTimes: flags.flag('quote-times'),
    tabs: flags.flag('tabs'),
    missing: flags.choice('missing', ['producer', 'N/A']),
    deviceId: flags.flag('device-id'),
    operatorMemoryPath: flags.text('operator-memory-path'),
    memoryRecord: flags.flag('memory-record'),
    analyseDone: flags.flag('analyse-done'),
    chunkChars: flags.number('chunk-chars'),
    trace: given({
      format: flags.choice('trace-format', ['compact', 'pretty']),
      wrapper: flags.choice('trace-wrapper', ['array', 'traceEvents']),
      end: flags.choice('trace-end', [
        'closed',
        'missing-bracket',
        'trailing-comma',
        'two-arrays',
        'cut-in-event',
      ]),
      numericTs: flags.flag('numeric-ts'),
      counters: flags.number('counters'),
      pythonFunctions: flags.number('python-functions'),
      targetBytes: flags.number('target-bytes'),
    }),
    moduleMem:
      slices === 0
        ? false
        : given({
            slices,
            deviceId: flags.flag('module-device-id'),
            unit: flags.choice('module-unit', ['MB', 'KB']),
          }),
    profilerInfo:
      flags.flag('profiler-info') === false
        ? false
        : given({
            rankInName: flags.flag('rank-in-name'),
            rankId: flags.choice('rank-id', ['number', 'string', 'absent']),
            profileMemory: flags.flag('profile-memory'),
            withStack: flags.flag('with-stack'),
          }),
    metadata: flags.flag('metadata') === false ? false : {},
  });
}

/** Reads a command line (without the interpreter and the script). Throws a UsageError for what cannot be meant. */
export function readArguments(args: readonly string[]): Arguments {
  const options = Object.fromEntries(FLAGS.map(({ name, type }) => [name, { type }]));
  let parsed: ReturnType<typeof parseArgs>;
  try {
    parsed = parseArgs({ args: [...args], options, allowPositionals: true, allowNegative: true });
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error), { cause: error });
  }
  const flags = new Flags(parsed.values as Record<string, string | boolean | undefined>);
  const help = flags.flag('help') === true;
  const [root, ...others] = parsed.positionals;
  if (!help && (root === undefined || others.length > 0)) {
    throw new UsageError('name one folder for the captures');
  }
  return {
    help,
    root: root ?? '',
    request: {
      capture: captureRequest(flags),
      format: formatRequest(flags),
      ...given<CapturesRequest>({
        ranks: flags.numbers('ranks'),
        roles: flags.list('roles'),
        steps: flags.numbers('steps'),
        roleIn: flags.choice('role-in', ['folder', 'metadata', 'both']),
        worker: flags.text('worker'),
      }),
    },
  };
}
