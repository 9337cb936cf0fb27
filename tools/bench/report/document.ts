function markers(id: string): readonly [begin: string, end: string] {
  return [`<!-- bench ${id}: made by npm run bench -- --write -->`, `<!-- end of bench ${id} -->`];
}

/**
 * The document with the section of a suite put between its markers; what is around them stays. A
 * document without those markers gets them at its end.
 */
export function withSection(document: string, id: string, section: string): string {
  const [begin, end] = markers(id);
  const block = `${begin}\n\n${section.trim()}\n\n${end}`;
  const from = document.indexOf(begin);
  const to = document.indexOf(end, from);
  if (from < 0) return `${document.trimEnd()}\n\n${block}\n`;
  if (to < 0) throw new Error(`the document has no ${end} after ${begin}`);
  return document.slice(0, from) + block + document.slice(to + end.length);
}
