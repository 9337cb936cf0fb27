/**
 * The terms of a text, for indexing and for searching alike. Chinese has no spaces between words: of
 * it, each two characters that stand together are a term, so that any word in it is found.
 *
 * VitePress writes this function into the pages as text: it may use nothing from outside of itself.
 */
export function searchTokens(text: string): string[] {
  const parts = text.match(/[\p{Script=Han}]+|[^\s\p{P}\p{Z}\p{Script=Han}]+/gu) ?? [];
  return parts.flatMap((part) => {
    if (!/\p{Script=Han}/u.test(part) || part.length < 3) return [part];
    return Array.from({ length: part.length - 1 }, (_, at) => part.slice(at, at + 2));
  });
}
