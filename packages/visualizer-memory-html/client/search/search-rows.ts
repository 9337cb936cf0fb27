import type { Group } from '../data/group.js';
import { NO_SEARCH, type Search } from '../view/choices.js';

/** Whether anything is looked for. */
export function isSearching(search: Search): boolean {
  return Object.entries(NO_SEARCH).some(([key, none]) => search[key as keyof Search] !== none);
}

/** Tells of an allocation whether it is looked for. */
export function searchOf(group: Group, search: Search): (row: number) => boolean {
  const { store } = group;
  const names = search.text === '' ? undefined : namesWith(group, search.text.toLowerCase());
  const stacks = search.text === '' ? undefined : stacksWith(group, search.text.toLowerCase());
  return (row) =>
    (names === undefined || names[store.name[row]] === 1 || stacks?.[store.stack[row]] === 1) &&
    store.bytes[row] >= search.leastBytes &&
    store.endNs[row] - store.startNs[row] >= search.leastHeldNs &&
    (search.thread === 0 || store.thread[row] === search.thread) &&
    (search.stream === 0 || store.stream[row] === search.stream) &&
    (!search.unreleasedOnly || !store.isReleased(row));
}

/** By code of an operator's name. */
function namesWith(group: Group, wanted: string): Uint8Array {
  const { names } = group.data.texts;
  return Uint8Array.from({ length: names.length + 1 }, (_, code) =>
    Number(group.nameOf(code).toLowerCase().includes(wanted)),
  );
}

/** By number of a stack: whether one of its frames has the text. Parents come before their children. */
function stacksWith({ stacks }: Group, wanted: string): Uint8Array {
  const found = new Uint8Array(stacks.count + 1);
  for (let stack = 1; stack <= stacks.count; stack++) {
    const isHere = found[stacks.parent(stack)] === 1;
    found[stack] = Number(isHere || stacks.frame(stack).toLowerCase().includes(wanted));
  }
  return found;
}
