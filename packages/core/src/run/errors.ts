import { RlInsightError } from '../errors/error.js';
import { EXIT } from '../errors/exit-codes.js';
import type { Failure } from '../report/reporter.js';
import type { Candidate } from './detect.js';

export const runErrors = {
  notTables: (path: string, contract: string) =>
    new RlInsightError({
      code: 'input-not-tables',
      exitCode: EXIT.input,
      message: `${path} holds no ${contract}.arrow, and this command reads tables.`,
      remedy: 'Point input.path at the output of an earlier run, or name the parser that reads it.',
      place: { file: path, key: 'input.path' },
    }),
  ambiguous: (path: string, key: string, candidates: readonly Candidate[]) =>
    new RlInsightError({
      code: 'input-ambiguous',
      exitCode: EXIT.usage,
      message: `${path} can be read in several ways:\n${candidates.map(({ type, found }) => `  ${key}=${type}: ${found}`).join('\n')}`,
      remedy: `Say which by ${key}=${candidates[0].type}, or point input.path at a part of it.`,
      place: { file: path, key },
    }),
  notRecognised: (
    path: string,
    key: string,
    content: string,
    candidates: readonly Candidate[],
    types: readonly string[],
  ) => {
    const seen = candidates.map(({ type, found }) => `\n  ${type}: ${found}`).join('');
    return new RlInsightError({
      code: 'input-not-recognised',
      exitCode: EXIT.input,
      message: `${path} is ${content}, and no parser knows it${seen === '' ? '.' : `:${seen}`}`,
      remedy: `Check input.path, or say what reads it by ${key}=… (${types.join(', ')}).`,
      place: { file: path, key: 'input.path' },
    });
  },
  outputIsFile: (path: string) =>
    new RlInsightError({
      code: 'output-not-a-folder',
      exitCode: EXIT.usage,
      message: `${path} is a file, and the results need a folder.`,
      remedy: 'Choose another output.path.',
      place: { file: path, key: 'output.path' },
    }),
  outputNotWritable: (path: string, cause: unknown) =>
    new RlInsightError({
      code: 'output-not-writable',
      exitCode: EXIT.usage,
      message: `Nothing can be written to ${path}: ${cause instanceof Error ? cause.message : String(cause)}.`,
      remedy: 'Choose another output.path, or make room there.',
      place: { file: path, key: 'output.path' },
      cause,
    }),
  outputIsInput: (path: string) =>
    new RlInsightError({
      code: 'output-is-input',
      exitCode: EXIT.usage,
      message: `${path} is where the tables are that are read, and the results would take their place.`,
      remedy:
        'Choose another output.path; visualize draws beside its tables and leaves them as they are.',
      place: { file: path, key: 'output.path' },
    }),
  nothingRead: (failures: readonly Failure[]) =>
    new RlInsightError({
      code: 'nothing-read',
      exitCode: EXIT.input,
      message: `Nothing could be read:\n${failures.map(({ subject, error }) => `  ${subject}: ${error.message}`).join('\n')}`,
      remedy: failures[0]?.error.remedy ?? 'Check input.path.',
      ...(failures[0] === undefined ? {} : { place: failures[0].error.place }),
    }),
  noSets: (path: string) =>
    new RlInsightError({
      code: 'nothing-to-show',
      exitCode: EXIT.empty,
      message: `${path} holds nothing to show.`,
      remedy: 'Loosen the filters, or check input.path.',
      place: { file: path },
    }),
  otherRun: (file: string) => ({
    code: 'table-of-another-run',
    message: 'a table beside the first is of another run and was left out',
    example: file,
  }),
};
