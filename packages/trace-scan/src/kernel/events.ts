import type { CompiledSelection, FieldType, WantedKey } from '../selection.js';
import type { Kernel } from './kernel.js';
import { KernelRows, NUMBER, SCALAR, TEXT, TIME } from './rows.js';

/** The kernel stopped at something that it does not read; `assembly/trace.ts` has the same. */
export const FOR_HOST = 1;

const PLAN_NUMBERS = 12;
const RECORD_BYTES = 16;

/** Traces have times in µs. */
const TYPES: Readonly<Record<FieldType, number>> = {
  text: TEXT,
  scalar: SCALAR,
  number: NUMBER,
  time: TIME + 6,
};

/** Reads the events in the kernel's input by its own means, as far as they are as usual. */
export class KernelEvents {
  readonly rows: KernelRows;
  readonly #kernel: Kernel;

  private constructor(kernel: Kernel, selection: CompiledSelection, capacity: number) {
    this.#kernel = kernel;
    this.rows = new KernelRows(
      kernel.exports,
      selection.types.map((type) => TYPES[type]),
      capacity,
    );
  }

  /** Undefined when the selection is larger than the kernel has room for. */
  static plan(
    kernel: Kernel,
    selection: CompiledSelection,
    capacity: number,
  ): KernelEvents | undefined {
    const { exports } = kernel;
    if (selection.slots > exports.maxSlots.value || !writePlan(kernel, selection)) return undefined;
    exports.planEvents();
    return new KernelEvents(kernel, selection, capacity);
  }

  /** The kernel's input as it is now. */
  input(bytes: number): Uint8Array {
    const { memory, input, inputBytes } = this.#kernel.exports;
    return new Uint8Array(memory.buffer, input.value, Math.min(bytes, inputBytes.value));
  }

  /** Reads events, the first of which opens at `from`; see `readEvents` in the kernel. */
  read(from: number, to: number): number {
    return this.#kernel.exports.readEvents(from, to);
  }

  /** Where the last event ends that was done. */
  get done(): number {
    return this.#kernel.exports.done.value;
  }

  /** Events seen since the kernel began. */
  get events(): number {
    return this.#kernel.exports.events.value;
  }

  /** Begin of the first event that {@link read} kept and end of the last; −1 for none. */
  get firstKept(): number {
    return this.#kernel.exports.firstKept.value;
  }

  get lastKept(): number {
    return this.#kernel.exports.lastKept.value;
  }
}

type PlanRecord = Pick<WantedKey, 'key' | 'slot'>;

/** Writes the selection where the kernel looks for it; false when there is no room. */
function writePlan({ exports }: Kernel, selection: CompiledSelection): boolean {
  const { eventKeys, argKeys, phases, categories } = selection;
  const asRecords = (texts: readonly Uint8Array[] | undefined) =>
    texts?.map((key) => ({ key, slot: 0 }));
  const lists: (readonly PlanRecord[] | undefined)[] = [
    eventKeys,
    argKeys,
    asRecords(phases),
    asRecords(categories),
  ];
  const records = lists.flatMap((list) => list ?? []);
  const texts = records.reduce((sum, { key }) => sum + key.length, 0);
  if (PLAN_NUMBERS * 4 + records.length * RECORD_BYTES + texts > exports.planBytes.value)
    return false;

  const plan = exports.plan.value;
  const view = new DataView(exports.memory.buffer, plan);
  let recordAt = PLAN_NUMBERS * 4;
  let textAt = recordAt + records.length * RECORD_BYTES;
  const writeList = (list: readonly PlanRecord[]): number => {
    const start = recordAt;
    for (const { key, slot } of list) {
      view.setUint32(recordAt, plan + textAt, true);
      view.setUint32(recordAt + 4, key.length, true);
      view.setInt32(recordAt + 8, slot, true);
      recordAt += RECORD_BYTES;
      new Uint8Array(exports.memory.buffer, plan + textAt).set(key);
      textAt += key.length;
    }
    return plan + start;
  };
  lists.forEach((list, i) => {
    view.setUint32(i * 8, writeList(list ?? []), true);
    view.setInt32(i * 8 + 4, list?.length ?? -1, true);
  });
  [selection.phaseSlot, selection.categorySlot, selection.slots, selection.types.length].forEach(
    (value, i) => {
      view.setUint32(32 + i * 4, value, true);
    },
  );
  return true;
}
