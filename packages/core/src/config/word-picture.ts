import type { Span } from './node.js';

/** How much of a very long word is shown before and after the place in question. */
const CONTEXT_CHARS = 100;

// What a terminal draws two columns wide, roughly: East Asian wide and full-width forms, and emoji.
const WIDE =
  /^[\u1100-\u115f\u2e80-\u303e\u3041-\u33ff\u3400-\u4dbf\u4e00-\u9fff\ua000-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6\u{1f300}-\u{1faff}\u{20000}-\u{3fffd}]/u;
const COMBINING = /^\p{Mn}/u;
// Line ends would break the picture, escape sequences and direction marks would falsify it.
const UNPRINTABLE = /[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]/gu;

export function printable(text: string): string {
  return text.replace(UNPRINTABLE, (char) => {
    const short = { '\n': '\\n', '\r': '\\r', '\t': '\\t' }[char];
    return short ?? `\\u${(char.codePointAt(0) ?? 0).toString(16).padStart(4, '0')}`;
  });
}

/** The word as the shell delivered it, and below it a caret line under the span, with a note. */
export function pointAt(word: string, span: Span, note: string): string {
  const from = Math.max(0, span.start - CONTEXT_CHARS);
  const to = Math.min(word.length, Math.max(span.end, span.start), span.start + CONTEXT_CHARS);
  const end = Math.min(word.length, to + CONTEXT_CHARS);
  const before = (from > 0 ? '…' : '') + printable(word.slice(from, span.start));
  const marked = printable(word.slice(span.start, to));
  const after = printable(word.slice(to, end)) + (end < word.length ? '…' : '');
  const carets = '^'.repeat(Math.max(1, columnsOf(marked)));
  return `${before}${marked}${after}\n${' '.repeat(columnsOf(before))}${carets} ${note}`;
}

function columnsOf(text: string): number {
  let columns = 0;
  for (const char of text) {
    if (WIDE.test(char)) columns += 2;
    else if (!COMBINING.test(char)) columns += 1;
  }
  return columns;
}
