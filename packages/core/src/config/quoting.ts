/** The offset after the closing quote of the text quoted at `open`; undefined when it does not close. */
export function endOfQuoted(word: string, open: number): number | undefined {
  const quote = word.charAt(open);
  let at = open + 1;
  while (at < word.length) {
    const slashes = backslashesAt(word, at);
    at += slashes;
    if (word[at] === quote && slashes % 2 === 0) return at + 1;
    at += 1;
  }
  return undefined;
}

/** What stands between the quotes. As in Hydra, backslashes count only before a quote: 'C:\dir' needs no care. */
export function unquoted(quotedText: string): string {
  const quote = quotedText.charAt(0);
  return quotedText
    .slice(1, -1)
    .replace(/(\\+)(['"]|$)/g, (whole, slashes: string, next: string) =>
      next === '' || next === quote ? halved(slashes) + next : whole,
    );
}

/** Of a run of backslashes before a quote or comma, what is left: each second one escapes. */
export function halved(slashes: string): string {
  return '\\'.repeat(Math.floor(slashes.length / 2));
}

export function backslashesAt(word: string, at: number): number {
  let end = at;
  while (word[end] === '\\') end += 1;
  return end - at;
}
