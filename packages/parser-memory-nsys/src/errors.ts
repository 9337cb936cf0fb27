import { EXIT, inputMissing, inputUnreadable, RlInsightError } from '@rl-insight/core/errors';
import { NsysExportError } from '@rl-insight/nsys-export';

const RECORD = 'nsys profile --trace=cuda,nvtx --cuda-memory-usage=true --output report <program>';

/** The command that exports a report. */
export function exportCommand(report: string, output = 'report.sqlite'): string {
  return `nsys export --type sqlite --output ${shellWord(output)} ${shellWord(report)}`;
}

/** Every error of this package that a user can cause. */
export const nsysErrors = {
  none: (path: string, others: readonly string[]) =>
    new RlInsightError({
      code: 'nsys-none',
      exitCode: EXIT.input,
      message: `${printable(path)} holds no export of Nsight Systems at any depth${
        others.length === 0
          ? ': it is empty'
          : `; of its ${others.length} files one is ${printable(others[0])}`
      }.`,
      remedy: `Record with \`${RECORD}\`, and export with \`${exportCommand('report.nsys-rep')}\`.`,
      place: { file: path, key: 'input.path' },
    }),

  notAnExport: (path: string, what: string) =>
    new RlInsightError({
      code: 'nsys-not-an-export',
      exitCode: EXIT.input,
      message: `${printable(path)} is no export of Nsight Systems: ${printable(what)}.`,
      remedy: `Give the file that \`${exportCommand('report.nsys-rep')}\` writes, or the report itself (.nsys-rep).`,
      place: { file: path },
    }),

  unfinished: (path: string, cause: NsysExportError) =>
    new RlInsightError({
      code: 'nsys-unfinished',
      exitCode: EXIT.input,
      message: `${printable(path)}: ${printable(cause.message)}.`,
      remedy: 'Wait until `nsys export` has ended, or export the report again.',
      place: { file: path },
      cause,
    }),

  damaged: (path: string, cause: NsysExportError) =>
    new RlInsightError({
      code: 'nsys-damaged',
      exitCode: EXIT.input,
      message: `${printable(path)} is damaged: ${printable(cause.message)}.`,
      remedy: 'Export the report again, or copy the file again.',
      place: { file: path },
      cause,
    }),

  unknownSchema: (path: string, cause: NsysExportError) =>
    new RlInsightError({
      code: 'nsys-schema',
      exitCode: EXIT.input,
      message: `${printable(path)}: ${printable(cause.message)}.`,
      remedy: 'Export the report again, with the version of nsys that recorded it.',
      place: { file: path },
      cause,
    }),

  /** @param isAsked whether the session was asked to record memory; null where it is not told */
  noMemory: (path: string, isAsked: boolean | null) =>
    new RlInsightError({
      code: 'nsys-no-memory',
      exitCode: EXIT.input,
      message: `${printable(path)} has no events of device memory: ${
        isAsked === true
          ? 'it was recorded with --cuda-memory-usage=true, but nothing was allocated while it was'
          : isAsked === false
            ? 'it was recorded without --cuda-memory-usage=true'
            : 'it was recorded without --cuda-memory-usage=true, or nothing was allocated while it was'
      }.`,
      remedy: `Record again with \`${RECORD}\`, from before the program allocates.`,
      place: { file: path },
    }),

  noNsys: (report: string) =>
    new RlInsightError({
      code: 'nsys-not-installed',
      exitCode: EXIT.input,
      message: `${printable(report)} is a report, which only nsys can read, and no \`nsys\` is on the PATH.`,
      remedy: `Where Nsight Systems is installed, run \`${exportCommand(report)}\`, and give its result.`,
      place: { file: report },
    }),

  exportFailed: (report: string, how: string) =>
    new RlInsightError({
      code: 'nsys-export-failed',
      exitCode: EXIT.input,
      message: `\`${exportCommand(report)}\` failed: ${printable(how)}.`,
      remedy:
        'Run it by hand to see all that it says; use the version of nsys that recorded the report, or a newer one.',
      place: { file: report },
    }),
};

/** What the reader of exports found wrong, as an error of ours; anything else as it is. */
export function fromExportError(error: unknown, path: string): unknown {
  if (!(error instanceof NsysExportError)) return error;
  switch (error.code) {
    case 'missing-file':
      return inputMissing(path);
    case 'unreadable-file':
      return inputUnreadable(path, `cannot be read: ${error.message}`);
    case 'not-sqlite':
    case 'not-nsys-export':
      return nsysErrors.notAnExport(path, error.message);
    case 'unfinished-export':
      return nsysErrors.unfinished(path, error);
    case 'damaged-export':
      return nsysErrors.damaged(path, error);
    case 'unknown-schema':
      return nsysErrors.unknownSchema(path, error);
    case 'unordered':
    case 'closed':
      return error;
  }
}

/** What a file holds must not move the cursor of a terminal. */
function printable(text: string): string {
  return text.replaceAll(/\p{Cc}/gu, '\u{fffd}');
}

function shellWord(text: string): string {
  return /^[\w./@%+=:,-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
}
