import type { Claims } from './claims.js';
import { PickleMachine } from './machine.js';

/** Goes through the bytes of a pickle that come in pieces. What its value is, and where: in the machine. */
export class PickleReader {
  readonly machine: PickleMachine;
  /** What was not read of the piece before, and room for the next. */
  #left = new Uint8Array(0);

  constructor(claims: Claims) {
    this.machine = new PickleMachine(claims);
  }

  /** Whether the pickle is read to its end: what comes after it is nothing of it. */
  get isDone(): boolean {
    return this.machine.result !== undefined;
  }

  /**
   * Reads the next piece, which is not kept.
   *
   * @throws PickleError
   */
  push(piece: Uint8Array): void {
    if (this.isDone) return;
    let rest = piece;
    if (this.#left.length > 0) {
      // The opcode that was cut is read with as little of the piece as completes it.
      const { machine } = this;
      while (this.#left.length > 0 && rest.length > 0 && !this.isDone) {
        const wanted = Math.max(machine.neededBytes * 2 - this.#left.length, 256);
        const taken = Math.min(wanted, rest.length);
        const joined = new Uint8Array(this.#left.length + taken);
        joined.set(this.#left);
        joined.set(rest.subarray(0, taken), this.#left.length);
        const before = this.#left.length;
        const read = machine.read(joined, false);
        if (read >= before) {
          rest = rest.subarray(read - before);
          this.#left = new Uint8Array(0);
        } else {
          rest = rest.subarray(taken);
          this.#left = joined.subarray(read);
        }
      }
      if (this.isDone || rest.length === 0) return;
    }
    const read = this.machine.read(rest, false);
    // The memory of a piece is used again; `slice` of a Buffer is no copy.
    this.#left = Uint8Array.from(rest.subarray(read));
  }

  /**
   * The handle of the value, once all pieces were pushed.
   *
   * @throws PickleError where the pickle is not complete
   */
  finish(): number {
    if (!this.isDone) this.machine.read(this.#left, true);
    return this.machine.result as number;
  }
}
