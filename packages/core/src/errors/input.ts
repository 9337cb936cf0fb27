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
