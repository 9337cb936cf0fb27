import { RlInsightError } from '../errors/error.js';
import { EXIT } from '../errors/exit-codes.js';

export const tableErrors = {
  notArrow: (file: string, cause: unknown) => {
    const why = cause instanceof Error ? cause.message : String(cause);
    const isCompressed = /is compressed/.test(why);
    return new RlInsightError({
      code: 'table-not-readable',
      exitCode: EXIT.input,
      message: isCompressed
        ? `${file} is compressed, and compressed Arrow files are not read.`
        : `${file} is not a complete Arrow IPC file: ${why}.`,
      remedy: isCompressed
        ? 'Write it without compression.'
        : 'Write it again in the IPC file format (not the stream format), whole.',
      place: { file },
      cause,
    });
  },
  noContract: (file: string, known: readonly string[]) =>
    new RlInsightError({
      code: 'table-no-contract',
      exitCode: EXIT.input,
      message: `${file} does not say in its schema metadata (rl_insight.contract) which table it is.`,
      remedy: `Write rl_insight.contract and rl_insight.contract_version into it, or name the file after its contract: ${known.map((name) => `${name}.arrow`).join(', ')}.`,
      place: { file },
    }),
  newerContract: (file: string, contract: string, found: string, known: string) =>
    new RlInsightError({
      code: 'table-newer-contract',
      exitCode: EXIT.input,
      message: `${file} holds ${contract} version ${found}; this program reads version ${known.split('.')[0]}.`,
      remedy: 'Update rl-insight, or write the table with the older program again.',
      place: { file },
    }),
  badVersion: (file: string, contract: string, found: string) =>
    new RlInsightError({
      code: 'table-bad-version',
      exitCode: EXIT.input,
      message: `${file} gives “${found}” as the version of ${contract}, which is no version.`,
      remedy: 'Write rl_insight.contract_version as a number such as 1 or 1.2.',
      place: { file },
    }),
  unknownType: (column: string, type: string) =>
    new RlInsightError({
      code: 'table-unknown-type',
      exitCode: EXIT.input,
      message: `The column ${column} is of Arrow’s type ${type}, which this program does not know.`,
      remedy: 'Update rl-insight, or have the plugin write the column as another type.',
      place: { column },
    }),
};
