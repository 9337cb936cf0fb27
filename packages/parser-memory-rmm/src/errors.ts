import { EXIT, RlInsightError } from '@rl-insight/core/errors';
import type { LogKind, Sniffed } from './discover/sniff.js';
import { type LineCount, shownLine } from './log/line-counts.js';

const SET_UP =
  'Record with rmm::mr::logging_resource_adaptor, rmm.enable_logging(log_file_name=…), RMM_LOG_FILE, or spark.rapids.memory.gpu.debug=STDOUT.';

/** Where the ranges of a run come from. */
export const RANGES_KEY = 'memory.parser.ranges';
const EXPORT =
  'Give the export of the same run: nsys export --type sqlite <report>.nsys-rep, by a recent version.';

const INSTEAD: Readonly<Record<Exclude<LogKind, 'rmm'>, string>> = {
  'rmm-debug':
    'it is RMM’s debug log (RMM_DEBUG_LOG_FILE), which has no addresses to join allocations with releases by',
  'spark-states':
    'it is the log of thread states (spark.rapids.memory.gpu.state.debug), which has no bytes',
  cnmem: 'it is a log of cnmem, which RMM used until 2019',
  sqlite:
    'it is an SQLite database (memory.parser.type=nsys reads exports of Nsight Systems, memory.parser.ranges takes their ranges for a log)',
  empty: 'it is empty',
  other: '',
};

/** Every error of this package that a user can cause. */
export const rmmErrors = {
  notALog: (path: string, { kind, firstLine }: Pick<Sniffed, 'firstLine'> & { kind: LogKind }) =>
    new RlInsightError({
      code: 'rmm-not-a-log',
      exitCode: EXIT.input,
      message: `${path} is no log of RMM’s allocations: ${
        (kind === 'rmm' ? '' : INSTEAD[kind]) ||
        `no line of it is a row; it begins with “${printable(shownLine(firstLine))}”`
      }.`,
      remedy: SET_UP,
      place: { file: path, line: 1 },
    }),

  noLog: (path: string, others: readonly string[]) =>
    new RlInsightError({
      code: 'rmm-none',
      exitCode: EXIT.input,
      message: `${path} holds no log of RMM’s allocations at any depth${
        others.length === 0
          ? ': it is empty'
          : `; of its ${others.length} files one is ${printable(others[0])}`
      }.`,
      remedy: SET_UP,
      place: { file: path, key: 'input.path' },
    }),

  severalLogs: (path: string, labels: readonly string[]) =>
    new RlInsightError({
      code: 'rmm-several-logs',
      exitCode: EXIT.usage,
      message: `${path} holds ${labels.length} logs, and one is followed: ${labels.slice(0, 5).join(', ')}${labels.length > 5 ? ', …' : ''}.`,
      remedy: 'Name one of them.',
      place: { file: path, key: 'input.path' },
    }),

  rangesUnreadable: (path: string, why: string) =>
    new RlInsightError({
      code: 'rmm-ranges',
      exitCode: EXIT.input,
      message: `${path} gives no ranges: ${printable(why)}.`,
      remedy: EXPORT,
      place: { file: path, key: RANGES_KEY },
    }),

  noRanges: (path: string) =>
    new RlInsightError({
      code: 'rmm-ranges-none',
      exitCode: EXIT.input,
      message: `${path} has no NVTX ranges of threads.`,
      remedy: 'Record with nsys profile --trace=nvtx,…, and mark the code with NVTX.',
      place: { file: path, key: RANGES_KEY },
    }),

  rangesWithoutClock: (path: string) =>
    new RlInsightError({
      code: 'rmm-ranges',
      exitCode: EXIT.input,
      message: `${path} does not tell when its session began, so its ranges cannot be put on the log’s clock.`,
      remedy: EXPORT,
      place: { file: path, key: RANGES_KEY },
    }),

  noRows: (path: string) =>
    new RlInsightError({
      code: 'rmm-no-rows',
      exitCode: EXIT.input,
      message: `${path} has a header and no rows: nothing was allocated while it was written.`,
      remedy:
        'Record for longer, and flush: what RMM has not written when a program crashes is lost without auto_flush.',
      place: { file: path },
    }),

  noEvents: (path: string) =>
    new RlInsightError({
      code: 'rmm-no-rows',
      exitCode: EXIT.input,
      message: `${path} has rows, and none of them is of any memory: all have no address or no bytes.`,
      remedy: 'Record a part of the program that allocates.',
      place: { file: path },
    }),

  onlyBadRows: (path: string, { count, line, reason }: LineCount) =>
    new RlInsightError({
      code: 'rmm-rows',
      exitCode: EXIT.input,
      message: `${path}: none of ${count} rows can be used; line ${line}: ${reason}.`,
      remedy: 'Use the log as RMM wrote it.',
      place: { file: path, line },
    }),
};

/** What a file holds must not move the cursor of a terminal. */
function printable(text: string): string {
  return text.replaceAll(/\p{Cc}/gu, '�');
}
