/** How the value of a field is read. */
export type FieldType =
  /** A string: a code into the scan's texts. Anything else is absent. */
  | 'text'
  /** A string or a number, as its text: process and thread ids come as either. */
  | 'scalar'
  /** A decimal number of µs, as number or as string: exact seconds and nanoseconds. */
  | 'time'
  /** A number, or a string that is one: a double. */
  | 'number';

/** Which events to keep and what to read of them. */
export interface Selection {
  /** Phases (`ph`) to keep; all when absent. */
  readonly phases?: readonly string[];
  /** Categories (`cat`) to keep; all when absent. An event without one is the empty category. */
  readonly categories?: readonly string[];
  /** Fields by name: a key of the event, or `args.` and a key of its arguments. */
  readonly fields: Readonly<Record<string, FieldType>>;
}

const ARGS = 'args.';
const encoder = new TextEncoder();

/** A key to look for in an event or in its arguments. */
export interface WantedKey {
  readonly key: Uint8Array;
  readonly text: string;
  readonly slot: number;
}

/** A selection made ready for comparing bytes. */
export interface CompiledSelection {
  readonly names: readonly string[];
  readonly types: readonly FieldType[];
  readonly eventKeys: readonly WantedKey[];
  readonly argKeys: readonly WantedKey[];
  /** Slots that hold `ph` and `cat`, which are always read when they decide. */
  readonly phaseSlot: number;
  readonly categorySlot: number;
  readonly phases: readonly Uint8Array[] | undefined;
  readonly categories: readonly Uint8Array[] | undefined;
  readonly slots: number;
  /** The one phase that is kept, where that is one letter; −1 otherwise. */
  readonly lonePhase: number;
}

/** @throws TypeError when a field type is not one of {@link FieldType}. */
export function compileSelection(selection: Selection): CompiledSelection {
  const names = Object.keys(selection.fields);
  const types = names.map((name) => {
    const type = selection.fields[name];
    if (!['text', 'scalar', 'time', 'number'].includes(type)) {
      throw new TypeError(`field ${name}: ${String(type)} is not a field type`);
    }
    return type;
  });
  const eventKeys: WantedKey[] = [];
  const argKeys: WantedKey[] = [];
  let slots = 0;
  const want = (list: WantedKey[], text: string) => {
    list.push({ key: encoder.encode(text), text, slot: slots });
    return slots++;
  };
  for (const name of names) {
    if (name.startsWith(ARGS)) want(argKeys, name.slice(ARGS.length));
    else want(eventKeys, name);
  }
  const slotOf = (text: string) =>
    eventKeys.find((wanted) => wanted.text === text)?.slot ?? want(eventKeys, text);
  const phaseSlot = slotOf('ph');
  const categorySlot = slotOf('cat');
  const phases = selection.phases?.map((phase) => encoder.encode(phase));
  return {
    names,
    types,
    eventKeys,
    argKeys,
    phaseSlot,
    categorySlot,
    phases,
    categories: selection.categories?.map((category) => encoder.encode(category)),
    slots,
    lonePhase: phases?.length === 1 && phases[0].length === 1 ? phases[0][0] : -1,
  };
}
