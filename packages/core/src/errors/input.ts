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
