import { backslashesAt, halved } from './quoting.js';
import { endOfInterpolation } from './template.js';

/** Where a word without quotes ends: at one of the stops outside brackets and interpolations. */
export function endOfBareWord(word: string, start: number, stops: string): number {
  const open: string[] = [];
  let at = start;
  while (at < word.length) {
    const slashes = backslashesAt(word, at);
    at += slashes;
    const char = word.charAt(at);
    if (slashes % 2 === 1 && /^[,\s]$/.test(char)) {
      at += 1;
    } else if (word.startsWith('${', at)) {
      at = endOfInterpolation(word, at) ?? word.length;
    } else {
      if (open.length === 0 && char !== '' && stops.includes(char)) return at;
      if (char === '[' || char === '{') open.push(char === '[' ? ']' : '}');
      else if (char === open.at(-1)) open.pop();
      at += 1;
    }
  }
  return word.length;
}

/**
 * An item without the spaces around it; `\,` and `\ ` keep a comma or space, other backslashes are those of paths.
 *
 * @param next what ends the item; backslashes before a comma count there as well
 */
export function unescapedItem(raw: string, next: string): string {
  const outer = /^\s*(.*?)(\\*)(\s*)$/s.exec(raw);
  const [, text = '', slashes = '', space = ''] = outer ?? [];
  const counts = space !== '' || next === ',';
  const kept = counts && slashes.length % 2 === 1 ? space.slice(0, 1) : '';
  return (
    text.replace(/(\\+)([,\s])/g, (_, run: string, char: string) => halved(run) + char) +
    (counts ? halved(slashes) : slashes) +
    kept
  );
}
