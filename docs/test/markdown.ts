import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

export const DOCS = fileURLToPath(new URL('..', import.meta.url));
export const ROOT = fileURLToPath(new URL('../..', import.meta.url));

export interface Fence {
  readonly language: string;
  readonly code: string;
}

const FENCE = /^```(\w*)[^\n]*\n([\s\S]*?)^```$/gm;

/** The pages of the site, as paths from `docs`, sorted. */
export function allPages(): string[] {
  return readdirSync(DOCS, { recursive: true, encoding: 'utf8' })
    .map((file) => file.replaceAll('\\', '/'))
    .filter((file) => file.endsWith('.md') && !/^(?:node_modules|\.vitepress)\//.test(file))
    .sort();
}

export const readPage = (page: string) => readFileSync(`${DOCS}${page}`, 'utf8');

/** The blocks of code of a page, in order. */
export function fencesOf(text: string): Fence[] {
  return [...text.matchAll(FENCE)].map(([, language, code]) => ({ language, code }));
}

/** The headings of a page: level and text. */
export function headingsOf(text: string): { level: number; text: string }[] {
  const prose = text.replaceAll(FENCE, '');
  return [...prose.matchAll(/^(#+) +(.+)$/gm)].map(([, marks, heading]) => ({
    level: marks.length,
    text: heading,
  }));
}
