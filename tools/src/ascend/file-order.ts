import type { AllocationLog } from './allocation-log.js';
import type { SimulatedCapture } from './scenario.js';
import type { EarlierBlock } from './torch-memory.js';

/** A row of the table of allocations. */
export type RowReference =
  | { kind: 'PTA' | 'GE'; row: number }
  /** A release inside the capture of a block from before it, as torch_npu 5.x lists them. */
  | { kind: 'release-only'; block: EarlierBlock };

type OrderSource = Pick<SimulatedCapture, 'options' | 'allocations' | 'unlistedEvents'>;

/** GE's blocks are listed as they are released, those never released last. */
function geOrder(log: AllocationLog): Uint32Array {
  const order = new Uint32Array(log.length);
  let count = 0;
  for (let place = 0; place < log.eventCount; place++) {
    const event = log.event(place);
    if (event.row !== null && event.moment === 'release') order[count++] = event.row;
  }
  for (let row = 0; row < log.length; row++) {
    if (log.tick(row, 'release') === null) order[count++] = row;
  }
  return order;
}

/**
 * The order of the rows in the table: a block of PyTorch's by time of allocation, and a block of GE's, which comes
 * last, or first in torch_npu 5.x. The file as a whole is not sorted.
 */
export class FileOrder {
  readonly #releaseOnly: readonly EarlierBlock[];
  /** A row of PTA, or -1 - index of a release-only one. */
  readonly #torch: Int32Array;
  readonly #ge: Uint32Array;
  readonly #geFirst: boolean;

  constructor({ options, allocations, unlistedEvents }: OrderSource) {
    this.#geFirst = options.variant === 'V10';
    this.#ge = geOrder(allocations.GE);
    const log = allocations.PTA;
    this.#releaseOnly = this.#geFirst ? unlistedEvents.map((event) => event.block) : [];
    this.#torch = new Int32Array(log.length + this.#releaseOnly.length);
    let count = 0;
    for (let place = 0; place < log.eventCount; place++) {
      const event = log.event(place);
      if (event.row === null) {
        if (this.#geFirst) this.#torch[count++] = -1 - event.index;
      } else if (event.moment === 'allocation') {
        this.#torch[count++] = event.row;
      }
    }
  }

  get length(): number {
    return this.#torch.length + this.#ge.length;
  }

  at(index: number): RowReference {
    if (index < 0 || index >= this.length) throw new RangeError(`no row ${index}`);
    const torchStart = this.#geFirst ? this.#ge.length : 0;
    const geStart = this.#geFirst ? 0 : this.#torch.length;
    const inGe = this.#geFirst ? index < this.#ge.length : index >= geStart;
    if (inGe) return { kind: 'GE', row: this.#ge[index - geStart] as number };
    const code = this.#torch[index - torchStart] as number;
    if (code >= 0) return { kind: 'PTA', row: code };
    return { kind: 'release-only', block: this.#releaseOnly[-1 - code] as EarlierBlock };
  }
}
