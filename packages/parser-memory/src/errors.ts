import { EXIT, RlInsightError } from '@rl-insight/core/errors';
import type { UnclosedQuote } from '@rl-insight/trace-scan/csv';
import type { Capture } from './discover/capture.js';

const ANALYSE =
  'Run its analysis: python -c "from torch_npu.profiler.profiler import analyse; analyse(\'<folder>\')".';

/** Every error of this package that a user can cause. */
export const parserErrors = {
  notAFolder: (path: string) =>
    new RlInsightError({
      code: 'input-not-a-folder',
      exitCode: EXIT.input,
      message: `${path} is a file; an Ascend capture is a folder *_ascend_pt.`,
      remedy: 'Point input.path at the folder that the profiler wrote to, or at a folder above it.',
      place: { file: path, key: 'input.path' },
    }),

  noCapture: (path: string) =>
    new RlInsightError({
      code: 'capture-none',
      exitCode: EXIT.input,
      message: `${path} holds no Ascend capture (a folder *_ascend_pt) at any depth.`,
      remedy: 'Point input.path at the folder that the profiler wrote to, or at a folder above it.',
      place: { file: path, key: 'input.path' },
    }),

  notAnalysed: (capture: Capture) =>
    new RlInsightError({
      code: 'capture-not-analysed',
      exitCode: EXIT.input,
      message: `${capture.path} has not been analysed: it holds raw data and no ASCEND_PROFILER_OUTPUT.`,
      remedy: ANALYSE.replace('<folder>', capture.path),
      place: { file: capture.path },
    }),

  databasesOnly: (capture: Capture) =>
    new RlInsightError({
      code: 'capture-databases-only',
      exitCode: EXIT.input,
      message: `${capture.path} was exported as databases only, and this parser reads the text export.`,
      remedy: `Export it as text too: python -c "from torch_npu.profiler.profiler import analyse; analyse('${capture.path}', export_type=['text'])".`,
      place: { file: capture.files.databases[0] ?? capture.path },
    }),

  noOperatorMemory: (capture: Capture) => {
    const off = capture.profileMemory === false;
    return new RlInsightError({
      code: 'capture-without-memory',
      exitCode: EXIT.input,
      message: `${capture.path} has no operator_memory.csv${off ? ': it was captured with profile_memory=False' : ''}.`,
      remedy: off
        ? 'Capture again with profile_memory=True in torch_npu.profiler.profile(…).'
        : 'Capture with profile_memory=True in torch_npu.profiler.profile(…), and let its analysis finish.',
      place: { file: capture.path },
    });
  },

  badHeader: (file: string, problems: readonly string[], found: readonly string[]) =>
    new RlInsightError({
      code: 'table-header',
      exitCode: EXIT.input,
      message: `${file} line 1: ${problems.join('; ')}. Found: ${found.join(', ')}.`,
      remedy: 'Use the file as the profiler wrote it.',
      place: { file, line: 1 },
    }),

  noRows: (file: string) =>
    new RlInsightError({
      code: 'table-empty',
      exitCode: EXIT.input,
      message: `${file} has no rows.`,
      remedy: 'Capture a step that allocates, and let the profiler’s analysis finish.',
      place: { file },
    }),

  noUsableRow: (file: string, reason: string, line: number, count: number) =>
    new RlInsightError({
      code: 'table-rows',
      exitCode: EXIT.input,
      message: `${file}: none of ${count} rows can be used; line ${line}: ${reason}.`,
      remedy:
        'Use the file as the profiler wrote it; spreadsheets round the times when they save it.',
      place: { file, line },
    }),

  unclosedQuote: (file: string, { line, byteOffset }: UnclosedQuote, reason: string) =>
    new RlInsightError({
      code: 'table-unclosed-quote',
      exitCode: EXIT.input,
      message: `${file} line ${line} (byte ${byteOffset}): a quoted cell is never closed${reason}; the rows from there on are lost.`,
      remedy: 'The file is damaged or cut; copy it again.',
      place: { file, line, byteOffset },
    }),

  notATrace: (file: string, reason: string, byteOffset: number) =>
    new RlInsightError({
      code: 'trace-not-readable',
      exitCode: EXIT.input,
      message: `${file} byte ${byteOffset}: ${reason}.`,
      remedy: 'Let the profiler’s analysis write it again; without it there are no call stacks.',
      place: { file, byteOffset },
    }),

  malformedTrace: (file: string, detail: string, byteOffset: number | null, count: number) =>
    new RlInsightError({
      code: 'trace-malformed',
      exitCode: EXIT.input,
      message: `${file}${byteOffset === null ? '' : ` byte ${byteOffset}`}: ${detail}; ${count} event${count === 1 ? '' : 's'} could not be read.`,
      remedy: 'Let the profiler’s analysis write it again.',
      place: byteOffset === null ? { file } : { file, byteOffset },
    }),
};
