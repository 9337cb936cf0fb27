import { EXIT, RlInsightError } from '@rl-insight/core/errors';

export function usageError(message: string): RlInsightError {
  return new RlInsightError({
    code: 'usage',
    exitCode: EXIT.usage,
    message: message.endsWith('.') ? message : `${message}.`,
    remedy: 'rl-insight --help lists commands, options and keys.',
  });
}
