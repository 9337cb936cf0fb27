import { endOfBareWord, unescapedItem } from './bare-word.js';
import { unreadableWord } from './errors.js';
import type { Leaf, MapNode, SettingNode, SettingSource } from './node.js';
import { emptyMap, placeAt } from './node.js';
import { endOfQuoted, unquoted } from './quoting.js';
import { readScalar } from './scalar-text.js';

/** Deeper nesting is no configuration, and the reader is recursive. */
const MAX_DEPTH = 100;
const REMEDY = `Put a text that holds brackets, commas or quotes in quotes, and those in quotes from the shell.`;

/** Where a value stands in a word of the command line. */
export interface TextPlace {
  /** Undefined for a value by itself. */
  readonly key?: string;
  readonly word: string;
  /** UTF-16 offset of the value in the word. */
  readonly start: number;
  readonly source: SettingSource;
}

/** The list or map that takes the rest of the word. */
export function readBracketed(place: TextPlace): SettingNode {
  return new ElementReader(place).whole();
}

/** Items between commas, without the brackets of a list. */
export function readBareList(place: TextPlace): SettingNode {
  const { word, start, source } = place;
  const items = new ElementReader(place).itemsToEnd();
  return { kind: 'list', items, source, span: { start, end: word.length } };
}

/** Offsets are into the whole word, so that a caret can point at an item. */
class ElementReader {
  private readonly word: string;
  private readonly source: SettingSource;
  private at: number;

  constructor(private readonly place: TextPlace) {
    this.word = place.word;
    this.source = place.source;
    this.at = place.start;
  }

  whole(): SettingNode {
    const node = this.element(0);
    this.skipSpace();
    if (this.at < this.word.length) throw this.problem(this.at, 'stands after the closing bracket');
    return node;
  }

  itemsToEnd(): SettingNode[] {
    const items = [this.element(0)];
    while (this.take(',')) items.push(this.element(0));
    if (this.at < this.word.length) throw this.problem(this.at, 'is out of place');
    return items;
  }

  private element(depth: number): SettingNode {
    this.skipSpace();
    if (depth > MAX_DEPTH) throw this.problem(this.at, `is nested more than ${MAX_DEPTH} deep`);
    const first = this.word[this.at];
    if (first === '[') return this.list(depth);
    if (first === '{') return this.map(depth);
    return this.isQuote() ? this.quoted() : this.bare();
  }

  private list(depth: number): SettingNode {
    const start = this.at++;
    const items: SettingNode[] = [];
    while (!this.closes(']', start, items.length)) items.push(this.element(depth + 1));
    return { kind: 'list', items, source: this.source, span: { start, end: this.at } };
  }

  private map(depth: number): SettingNode {
    const start = this.at++;
    const map = emptyMap(this.source);
    for (let count = 0; !this.closes('}', start, count); count += 1) this.entry(map, depth);
    return { ...map, span: { start, end: this.at } };
  }

  private entry(map: MapNode, depth: number): void {
    this.skipSpace();
    const start = this.at;
    const key = this.isQuote() ? String(this.quoted().value) : this.bareKey();
    const end = Math.max(start + 1, this.at);
    if (key.split('.').includes('')) throw this.problem(start, 'is not a key', end);
    if (!this.take(':')) throw this.problem(start, 'needs a colon and a value', end);
    if (map.entries.has(key)) throw this.problem(start, 'is given twice', end);
    placeAt(map, key.split('.'), this.element(depth + 1));
  }

  private bareKey(): string {
    const start = this.at;
    while (/[^,:{}[\]]/.test(this.word.charAt(this.at))) this.at += 1;
    return this.word.slice(start, this.at).trim();
  }

  private quoted(): Leaf {
    const start = this.at;
    const end = endOfQuoted(this.word, start);
    if (end === undefined) throw this.problem(start, 'is a quote that does not close');
    this.at = end;
    this.skipSpace();
    if (/[^,:\]}]/.test(this.word.charAt(this.at))) {
      throw this.problem(this.at, 'stands after the closing quote');
    }
    const value = unquoted(this.word.slice(start, end));
    return { kind: 'leaf', value, source: this.source, span: { start, end } };
  }

  private bare(): Leaf {
    const start = this.at;
    this.at = endOfBareWord(this.word, start, ',]}');
    const raw = this.word.slice(start, this.at);
    if (raw.trim() === '') throw this.problem(start, "is an empty item; write '' for empty text");
    const text = unescapedItem(raw, this.word.charAt(this.at));
    const span = { start, end: start + raw.trimEnd().length };
    return { kind: 'leaf', value: readScalar(text), text, source: this.source, span };
  }

  /** Takes the closing bracket, or else the comma before a further item. */
  private closes(bracket: string, start: number, count: number): boolean {
    if (this.take(bracket)) return true;
    if (this.at >= this.word.length) throw this.problem(start, 'does not close');
    if (count > 0 && !this.take(',')) throw this.problem(this.at, 'is out of place');
    return false;
  }

  private take(char: string): boolean {
    this.skipSpace();
    if (this.word[this.at] !== char) return false;
    this.at += 1;
    return true;
  }

  private isQuote(): boolean {
    return /['"]/.test(this.word.charAt(this.at));
  }

  private skipSpace(): void {
    while (/\s/.test(this.word.charAt(this.at))) this.at += 1;
  }

  private problem(start: number, what: string, end = start + 1): Error {
    const { key, word } = this.place;
    return unreadableWord({ word, span: { start, end }, key }, what, REMEDY);
  }
}
