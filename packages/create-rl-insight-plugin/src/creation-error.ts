/** Something that whoever begins a plugin can mend. */
export class CreationError extends Error {
  /** One sentence: what to do. */
  readonly remedy: string;

  constructor(message: string, remedy: string) {
    super(message);
    this.name = 'CreationError';
    this.remedy = remedy;
  }
}
