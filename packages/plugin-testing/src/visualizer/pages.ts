import { extname } from 'node:path/posix';
import { Nonconformity } from '../suite/nonconformity.js';
import type { Drawn } from './drawing.js';
import { HOSTILE_ATTRIBUTE, HOSTILE_ELEMENT } from './samples.js';

const PAGES = new Set(['.html', '.htm', '.xhtml', '.svg']);
const SCRIPTS = new Set(['.js', '.mjs']);
const HOST = String.raw`(?:https?:|wss?:)?//[\w[]`;
const CSS_LOADS = [
  new RegExp(String.raw`url\(\s*["']?\s*${HOST}`, 'i'),
  new RegExp(String.raw`@import\s+["']\s*${HOST}`, 'i'),
];
/** Elements that load what they name when a page opens; a link that somebody clicks is none. */
const PAGE_LOADS = [
  new RegExp(
    String.raw`<(?:script|img|iframe|source|video|audio|embed|input|track|image|use)\b[^>]*\s(?:src|href|xlink:href|srcset|poster)\s*=\s*["']?\s*${HOST}`,
    'i',
  ),
  new RegExp(String.raw`<(?:link|base)\b[^>]*\shref\s*=\s*["']?\s*${HOST}`, 'i'),
  new RegExp(String.raw`<object\b[^>]*\sdata\s*=\s*["']?\s*${HOST}`, 'i'),
];
const CALL = '(?:import|importScripts|fetch|Worker|SharedWorker|WebSocket|EventSource|sendBeacon)';
const SCRIPT_LOADS = [
  new RegExp(String.raw`\b${CALL}\s*\(\s*["'\x60]${HOST}`),
  new RegExp(String.raw`\b(?:from|import)\s*["']${HOST}`),
  new RegExp(String.raw`\.src\s*=\s*["'\x60]${HOST}`),
  new RegExp(String.raw`\.open\(\s*["'](?:GET|POST)["']\s*,\s*["'\x60]${HOST}`),
];

function patternsOf(path: string): readonly RegExp[] {
  const kind = extname(path).toLowerCase();
  if (PAGES.has(kind)) return [...PAGE_LOADS, ...CSS_LOADS, ...SCRIPT_LOADS];
  if (kind === '.css') return CSS_LOADS;
  return SCRIPTS.has(kind) ? SCRIPT_LOADS : [];
}

function lineOf(text: string, index: number): number {
  return text.slice(0, index).split('\n').length;
}

/** Pages open where there is no network, and must not tell anybody that they were opened. */
export function checkNoNetwork({ output }: Drawn): void {
  for (const path of output.paths) {
    const text = output.text(path);
    for (const pattern of patternsOf(path)) {
      const match = pattern.exec(text);
      if (match === null) continue;
      throw new Nonconformity({
        problem: 'A page asks the network for something',
        where: { file: path, line: lineOf(text, match.index) },
        found: text.slice(match.index, match.index + 120),
        expected: 'nothing but files of the output',
        remedy: 'Write what is needed beside the page, with output.write or output.copy.',
      });
    }
  }
}

const BROKEN_ATTRIBUTE = new RegExp(`<[a-z][^<>]*["']?${HOSTILE_ATTRIBUTE}`, 'i');

/** Texts of a capture must not become elements or attributes. */
export function checkTextsStayTexts({ output }: Drawn): void {
  for (const path of output.paths) {
    if (!PAGES.has(extname(path).toLowerCase())) continue;
    const text = output.text(path);
    const index = text.indexOf(HOSTILE_ELEMENT);
    const match = BROKEN_ATTRIBUTE.exec(text);
    if (index < 0 && match === null) continue;
    const at = index < 0 ? (match?.index ?? 0) : index;
    throw new Nonconformity({
      problem: 'A name of the capture becomes a part of the page',
      where: { file: path, line: lineOf(text, at) },
      found: text.slice(at, at + 120),
      expected: '&lt; for <, &quot; for " (in scripts: \\u003c, or base64)',
      remedy: 'Escape every text of a table before it stands in a page.',
    });
  }
}
