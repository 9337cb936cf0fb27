/** Why a pickle is not read. */
export type PickleProblem =
  /** An opcode that could import or call something. */
  | 'unsafe'
  /** An opcode, or a use of one, that data of this kind has not. */
  | 'unsupported'
  /** What no pickle is. */
  | 'damaged'
  /** The bytes end before the pickle does. */
  | 'truncated';

/** A pickle that is not read, with the place in its (unpacked) bytes. */
export class PickleError extends Error {
  readonly problem: PickleProblem;
  readonly byteOffset: number;

  constructor(problem: PickleProblem, byteOffset: number, message: string) {
    super(message);
    this.name = 'PickleError';
    this.problem = problem;
    this.byteOffset = byteOffset;
  }
}
