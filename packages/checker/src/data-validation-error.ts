import { EXIT, type Finding, RlInsightError } from '@rl-insight/core';

function lineOf({ message, file }: Finding): string {
  const named = file === undefined || message.includes(file) ? message : `${message} (${file})`;
  return named.endsWith('.') ? named : `${named}.`;
}

/** Data does not satisfy the rules of its kind; {@link reasons} has every one that it breaks. */
export class DataValidationError extends RlInsightError {
  /** The kind of data that was checked. */
  readonly kind: string;
  readonly reasons: readonly Finding[];

  constructor(kind: string, reasons: readonly Finding[]) {
    const [first] = reasons;
    const lines = reasons.map(lineOf);
    super({
      code: 'data-invalid',
      exitCode: EXIT.input,
      message:
        lines.length === 1
          ? lines[0]
          : `The data fails ${lines.length} checks of ${kind}:\n${lines.map((line) => `  ${line}`).join('\n')}`,
      remedy:
        reasons.find(({ remedy }) => remedy !== undefined)?.remedy ??
        'Use the data as the program wrote it that made it.',
      ...(first?.file === undefined ? {} : { place: { file: first.file } }),
    });
    this.name = 'DataValidationError';
    this.kind = kind;
    this.reasons = reasons;
  }
}
