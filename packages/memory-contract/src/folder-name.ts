import type { GroupInfo } from './groups.js';

const MAX_PART = 80;
/** Names that Windows keeps for devices, whatever their ending. */
const RESERVED = /^(con|prn|aux|nul|com\d|lpt\d)$/i;

/** A text as a part of a file's name on any system: letters, digits and `._-+@` stay. */
export function safeFileName(text: string): string {
  const safe = text
    .normalize('NFC')
    .replace(/[^\p{L}\p{N}._+@-]+/gu, '-')
    .replace(/^[.-]+|[.-]+$/g, '')
    .slice(0, MAX_PART);
  return RESERVED.test(safe) ? `${safe}_` : safe;
}

/**
 * The folder of a group: `<role>_rank<rank>`, with `_<device>` where the rank has several. Two
 * groups may get the same name, since characters are replaced; {@link NameTaker} tells them apart.
 */
export function groupFolderName(
  group: Pick<GroupInfo, 'role' | 'rank_id' | 'device_type'>,
  severalDevices: boolean,
): string {
  const role = safeFileName(group.role);
  const device = severalDevices ? `_${safeFileName(group.device_type)}` : '';
  return `${role === '' ? '' : `${role}_`}rank${group.rank_id}${device}`;
}

/** Hands out names, each once: a name that is taken (on any system) gets a number. */
export class NameTaker {
  readonly #taken = new Set<string>();

  take(name: string): string {
    let free = name;
    for (let number = 2; this.#taken.has(free.toLowerCase()); number++) free = `${name}_${number}`;
    this.#taken.add(free.toLowerCase());
    return free;
  }
}
