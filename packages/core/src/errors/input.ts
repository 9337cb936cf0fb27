import { RlInsightError } from './error.js';
import { EXIT } from './exit-codes.js';

/** What `input.path` names is not there. */
export function inputMissing(path: string): RlInsightError {
  return new RlInsightError({
    code: 'input-missing',
    exitCode: EXIT.input,
    message: `${path} does not exist.`,
    remedy: 'Check input.path.',
    place: { file: path, key: 'input.path' },
  });
}

/** `input.path` is neither a file nor a folder: a device, or a pipe, which cannot be read twice. */
export function inputNoFile(path: string): RlInsightError {
  return new RlInsightError({
    code: 'input-no-file',
    exitCode: EXIT.input,
    message: `${path} is neither a file nor a folder.`,
    remedy: 'Save what it holds to a file, and point input.path at that.',
    place: { file: path, key: 'input.path' },
  });
}

/** A file or folder of the input cannot be read, or is not what it should be. */
export function inputUnreadable(path: string, problem: string): RlInsightError {
  return new RlInsightError({
    code: 'file-unreadable',
    exitCode: EXIT.input,
    message: `${path} ${problem}.`,
    remedy: 'Check the file, or copy it again.',
    place: { file: path },
  });
}

/**
 * The filters leave nothing of an input.
 *
 * @param filters as they are written on the command line
 * @param there what they could be to leave something
 */
export function nothingLeft(path: string, filters: string, there: string): RlInsightError {
  return new RlInsightError({
    code: 'nothing-left',
    exitCode: EXIT.empty,
    message: `Nothing in ${path} is left by ${filters}. There are: ${there}.`,
    remedy: 'Loosen the filters.',
    place: { file: path },
  });
}
