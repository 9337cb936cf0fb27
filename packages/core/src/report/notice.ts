/** Something the user should know that did not stop the run. */
export interface Notice {
  /** Stable, kebab-case. */
  readonly code: string;
  /** One sentence. */
  readonly message: string;
  readonly count: number;
  /** One of `count`, where there are several. */
  readonly example?: string;
  /** What it is about, e.g. a rank; notices of different subjects are not merged. */
  readonly subject?: string;
}

/**
 * Collects notices; those of one kind about one subject are one notice with a count. One that is
 * told again word for word, as a check and the stage after it may do, is the same one.
 */
export class NoticeLog {
  readonly #notices = new Map<string, Notice>();
  readonly #told = new Set<string>();

  add(notice: Omit<Notice, 'count'> & { readonly count?: number }): void {
    const words = JSON.stringify(notice);
    if (this.#told.has(words)) return;
    this.#told.add(words);
    const key = JSON.stringify([notice.code, notice.message, notice.subject]);
    const known = this.#notices.get(key);
    const count = (known?.count ?? 0) + (notice.count ?? 1);
    this.#notices.set(key, { ...notice, ...known, count });
  }

  list(): Notice[] {
    return [...this.#notices.values()];
  }
}

/** The notice as one line of text. */
export function noticeText({ subject, message, count, example }: Notice): string {
  const times = count > 1 ? ` (${count} times)` : '';
  const such = example === undefined ? '' : `, e.g. ${example}`;
  const body = `${message.replace(/\.$/, '')}${times}${such}.`;
  return subject === undefined ? body : `${subject}: ${body}`;
}
