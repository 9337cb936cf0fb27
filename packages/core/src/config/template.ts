import { endOfQuoted, unquoted } from './quoting.js';

/** A text with references in it, as OmegaConf writes them. */
export type Template = readonly (string | Reference)[];

export type Reference =
  /** `${a.b}`, `${.sibling}`; the key may itself hold references. */
  | { readonly kind: 'key'; readonly key: Template }
  /** `${oc.env:NAME,fallback}`. */
  | { readonly kind: 'environment'; readonly name: Template; readonly fallback: Fallback | null };

export interface Fallback {
  readonly text: Template;
  readonly isNull: boolean;
}

/** Why a text is no template; the caller knows the place. */
export class TemplateProblem extends Error {
  constructor(
    message: string,
    readonly remedy: string,
  ) {
    super(message);
  }
}

const MAX_DEPTH = 20;
const VARIABLE = `\${oc.env:NAME,default}`;
const ESCAPE_REMEDY = 'Write \\${ where the two characters are meant as they stand.';

export function mayRefer(text: string): boolean {
  return text.includes('${');
}

/** The text that gives `text` back when read as a template. */
export function escapeTemplate(text: string): string {
  return text.replace(/(\\*)\$\{/g, (_, slashes: string) => `${slashes}${slashes}\\\${`);
}

/** @throws TemplateProblem */
export function parseTemplate(text: string, depth = 0): Template {
  if (depth > MAX_DEPTH) {
    throw new TemplateProblem(`references are nested more than ${MAX_DEPTH} deep`, ESCAPE_REMEDY);
  }
  const parts: (string | Reference)[] = [];
  let literal = '';
  let at = 0;
  for (const match of text.matchAll(/(\\*)\$\{/g)) {
    // A match inside a reference that was taken as a whole.
    if (match.index < at) continue;
    const slashes = match[1] ?? '';
    const start = match.index + slashes.length;
    literal += text.slice(at, match.index) + '\\'.repeat(Math.floor(slashes.length / 2));
    at = start + 2;
    if (slashes.length % 2 === 1) {
      literal += '${';
      continue;
    }
    const end = endOfInterpolation(text, start);
    if (end === undefined) {
      throw new TemplateProblem(`${text.slice(start)} does not close`, ESCAPE_REMEDY);
    }
    if (literal !== '') parts.push(literal);
    literal = '';
    parts.push(parseReference(text.slice(start + 2, end - 1), depth));
    at = end;
  }
  literal += text.slice(at);
  if (literal !== '' || parts.length === 0) parts.push(literal);
  return parts;
}

/** The offset after the `}` that closes the `${` at `start`; undefined when it does not close. */
export function endOfInterpolation(text: string, start: number): number | undefined {
  let open = 0;
  let at = start + 1;
  while (at < text.length) {
    const char = text.charAt(at);
    if (char === '{') open += 1;
    if (char === '}') open -= 1;
    if (open === 0) return at + 1;
    at += 1;
    // Only where a value begins is a quote one, not in the middle of a word such as it's.
    if (char === ',' || char === ':') {
      at += /^\s*/.exec(text.slice(at))?.[0].length ?? 0;
      const isQuote = text[at] === "'" || text[at] === '"';
      at = (isQuote ? endOfQuoted(text, at) : undefined) ?? at;
    }
  }
  return undefined;
}

function parseReference(body: string, depth: number): Reference {
  const colon = outerIndexOf(body, ':');
  if (colon === undefined) {
    if (body.trim() === '') throw new TemplateProblem('the reference names no key', ESCAPE_REMEDY);
    return { kind: 'key', key: parseTemplate(body.trim(), depth + 1) };
  }
  const resolver = body.slice(0, colon).trim();
  if (resolver !== 'oc.env') {
    throw new TemplateProblem(
      `there is no resolver ${resolver}`,
      `Use \${key} for another key or ${VARIABLE} for an environment variable.`,
    );
  }
  const inner = body.slice(colon + 1);
  const comma = outerIndexOf(inner, ',');
  const name = inner.slice(0, comma ?? inner.length).trim();
  if (name === '') {
    throw new TemplateProblem('oc.env names no variable', `Write ${VARIABLE}.`);
  }
  return {
    kind: 'environment',
    name: parseTemplate(name, depth + 1),
    fallback: comma === undefined ? null : parseFallback(inner.slice(comma + 1).trim(), depth),
  };
}

function parseFallback(text: string, depth: number): Fallback {
  const isQuoted = /^['"]/.test(text) && endOfQuoted(text, 0) === text.length;
  return {
    text: parseTemplate(isQuoted ? unquoted(text) : text, depth + 1),
    isNull: /^null$/i.test(text),
  };
}

/** Where the character stands outside nested references. */
function outerIndexOf(body: string, char: string): number | undefined {
  for (let at = 0; at < body.length; at += 1) {
    if (body[at] === char) return at;
    if (body.startsWith('${', at)) at = (endOfInterpolation(body, at) ?? body.length) - 1;
  }
  return undefined;
}
