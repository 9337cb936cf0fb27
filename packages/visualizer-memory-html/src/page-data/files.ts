/** Names of a group's files; whoever writes them and the pages that lead to each other agree here. */

/** `00` for the first window. */
export function windowNumber(window: number): string {
  return String(window).padStart(2, '0');
}

/** The page of a window, beside the pages of the group's other windows. */
export function pageFile(window: number): string {
  return `memory_timeline_${windowNumber(window)}.html`;
}

/** The data of a window, beside its page. */
export function detailFile(window: number): string {
  return `detail_data_${windowNumber(window)}.js`;
}

/** What all pages of a group share, in the folder of assets; `place` is the group's folder, if it has one. */
export function groupFile(place: string): string {
  return `group-${place === '' ? 'all' : place}.js`;
}

/** What stands beside {@link groupFile} in files of its own. */
export type GroupPart =
  /** The allocations that are there in several windows. */
  'spanning' | 'threads' | 'scopes' | 'failures' | 'failure-holders' | 'allocator';

export function groupPartFile(place: string, part: GroupPart): string {
  return `group-${place === '' ? 'all' : place}-${part}.js`;
}
